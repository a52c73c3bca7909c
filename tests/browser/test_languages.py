"""The page in four languages, chosen by the browser and switched by hand."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import service.web

CATALOGUES = Path(service.web.__file__).parent / "texts"
SLOT = re.compile(r"\{(\w+)")
LANGUAGES = {
    "fr-FR": ("fr", "S’asseoir", "Bienvenue, Asha", "Jouer contre des robots", "À vous de jouer"),
    "pt-BR": ("pt", "Sentar-se", "Olá, Asha", "Jogar já contra robôs", "É a sua vez"),
    "pl-PL": ("pl", "Usiądź", "Witaj, Asha", "Zagraj z botami", "Twoja kolej"),
}


def messages(language):
    return json.loads((CATALOGUES / f"{language}.json").read_text())["messages"]


@pytest.mark.parametrize("language", ["fr", "pt", "pl"])
def test_a_catalogue_has_every_text_with_the_same_places_to_fill(language):
    ours, english = messages(language), messages("en")
    assert list(ours) == list(english)
    assert {key: sorted(SLOT.findall(text)) for key, text in ours.items()} == {
        key: sorted(SLOT.findall(text)) for key, text in english.items()
    }


@pytest.mark.parametrize("language", ["en", "fr", "pt", "pl"])
def test_the_silks_have_four_letters(language):
    colours = ("yellow", "purple", "blue", "orange")
    assert len({messages(language)[f"letter.{colour}"] for colour in colours}) == 4


def test_every_text_that_the_page_says_is_in_the_catalogue():
    scripts = "\n".join(path.read_text() for path in (CATALOGUES.parent / "page").glob("*.js"))
    said = set(re.findall(r'say\("([\w.]+)"', scripts))
    assert len(said) > 100
    assert said <= set(messages("en"))


@pytest.mark.parametrize("locale", list(LANGUAGES))
def test_the_browser_chooses(visit, locale):
    code, enter, welcome, play, turn = LANGUAGES[locale]
    asha = visit(locale=locale)
    expect(asha.page.locator("html")).to_have_attribute("lang", code)
    asha.page.locator("#name").fill("Asha")
    asha.button(enter).click()
    expect(asha.page.get_by_role("heading", name=welcome)).to_be_visible()
    asha.page.locator(".card-bombay").get_by_role("button", name=play).click()
    asha.skips_walkthrough()
    expect(asha.page.get_by_role("heading", name=turn, exact=True)).to_be_visible()
    assert "Move to" not in asha.page.locator(".moves").inner_text()
    expect(asha.page.locator(".lines")).not_to_contain_text("begins with")


def test_the_language_is_switched_in_the_middle_and_kept(visit):
    asha = visit("Asha")
    asha.opens("Bombay", 2)
    asha.page.get_by_label("Language").select_option("fr")
    expect(asha.page.get_by_role("heading", name="Une table de Bombay")).to_be_visible()
    asha.page.reload()
    expect(asha.page.get_by_role("heading", name="Une table de Bombay")).to_be_visible()
