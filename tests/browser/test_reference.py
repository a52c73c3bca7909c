"""The page on which REST is described, in a real browser."""

from service.rest.routes import ROUTES


def test_every_route_is_shown_without_asking_anybody_else(browser, service):
    context = browser.new_context()
    errors, asked = [], set()
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.on("request", lambda request: asked.add(request.url.partition("?")[0]))
    page.goto(f"{service.url}/reference")
    page.get_by_text("Play a move").first.wait_for()
    text = page.locator("rapi-doc").evaluate("page => page.shadowRoot.textContent")
    context.close()
    assert errors == []
    shown = text.replace("`", "")
    assert [route.summary for route in ROUTES if route.summary.replace("`", "") not in shown] == []
    paths = ("reference", "reference/rapidoc.js", "openapi.json")
    assert {each for each in asked if not each.startswith("data:")} == {
        f"{service.url}/{path}" for path in paths
    }
