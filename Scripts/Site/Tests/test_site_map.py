import json

import breadcrumbs
import landing
import server
import site_map
from Tests.repositories import RepositoryTests, write
from urllib.request import urlopen

ICON = '<link rel="icon" href="/p/js/a.js">'
HTML = f'{ICON}<script src="/p/js/a.js"></script><a href="https://a.org">a</a>'


def page(anchor="Here", **references):
    topics = {name: {"type": "topic", "url": url} for name, url in references.items()}
    return {"sections": [{"anchor": anchor}], "references": topics}


class SiteMap(RepositoryTests):
    def site(self, pages, files=(), tree=()):
        """Makes a site of `pages`, what they are rendered from by their addresses."""
        root = self.repository({"js/a.js": "", "index.html": HTML})
        write(root, {f"data{address}.json": json.dumps(one) for address, one in pages.items()})
        write(root, {f"{address[1:]}/index.html": HTML for address in pages})
        index = {"interfaceLanguages": {"swift": [{"children": list(tree)}]}}
        write(root, {"index/index.json": json.dumps(index), **dict.fromkeys(files, "")})
        return site_map.Site(root, "/p/")

    def dead(self, *arguments, **options):
        return list(self.site(*arguments, **options).problems())

    def test_nothing_is_said_of_links_that_lead_somewhere(self):
        image = {"type": "image", "variants": [{"url": "/images/i.png"}]}
        first = page(b="/documentation/a/b#Here", web="https://a.org", self="#Here")
        first["references"]["i"] = image
        pages = {"/documentation/a": first, "/documentation/a/b": page(a="/documentation/A")}
        tree = [{"path": "/documentation/a", "children": [{"path": "/documentation/a/b"}]}]
        self.assertEqual(self.dead(pages, ["images/i.png"], tree), [])

    def test_pages_headings_and_files_that_are_not_there_are_named(self):
        pages = {"/documentation/a": page(b="/documentation/b", c="#There", d="A.md", e="/images/i.png")}
        self.assertEqual(sorted(self.dead(pages)), [
            "/documentation/a: error: #There: /documentation/a has no heading #There",
            "/documentation/a: error: /documentation/b: there is no page /documentation/b",
            "/documentation/a: error: /images/i.png: there is no file /images/i.png",
            "/documentation/a: error: A.md: a relative link, which leads nowhere on the site",
        ])

    def test_a_heading_is_not_the_anchor_of_what_a_page_refers_to(self):
        first = page(b="#There")
        first["references"]["b"]["anchor"] = "There"
        self.assertEqual(len(self.dead({"/documentation/a": first})), 1)

    def test_a_chapter_of_a_tutorial_needs_no_page(self):
        lesson = page(chapter="/tutorials/p/chapter")
        self.assertEqual(len(self.dead({"/tutorials/p/lesson": lesson})), 1)
        lesson["hierarchy"] = {"modules": [{"reference": "chapter"}]}
        self.assertEqual(self.dead({"/tutorials/p/lesson": lesson}), [])

    def test_the_tree_leads_to_pages(self):
        found = self.dead({}, tree=[{"children": [{"path": "/documentation/x"}]}])
        self.assertEqual(len(found), 1)
        self.assertIn("index/index.json: error: /documentation/x", found[0])

    def test_html_asks_for_files_under_the_path_of_the_site(self):
        site = self.site({})
        write(site.folder, {"x.html": f'{ICON}<a href="/js/a.js"><img src="/p/b.png">'})
        self.assertEqual(list(site.problems()), [
            "x.html: error: /js/a.js: not under /p/, where the site is",
            "x.html: error: /p/b.png: there is no file b.png",
        ])

    def test_a_page_without_html_is_named(self):
        site = self.site({"/documentation/a": page()})
        (site.folder / "documentation/a/index.html").unlink()
        self.assertIn("there is no /documentation/a/index.html", "".join(site.problems()))

    def test_symbols_in_no_group_are_named(self):
        section = {"generated": True, "identifiers": ["doc://pledge.P/documentation/P/Type/m(_:)"]}
        pages = {"/documentation/p": {"topicSections": [{"identifiers": ["x"]}, section]}}
        found = list(site_map.ungrouped(pages, {"P": "Sources/P/P.docc"}))
        self.assertEqual(found, ["Sources/P/P.docc/P.md:1: error: in no group of Topics: Type/m(_:)"])

    def test_breadcrumbs_without_a_page_are_taken_out(self):
        method = page(p="/documentation/p", gone="/documentation/p/swift")
        method |= {"kind": "symbol", "hierarchy": {"paths": [["p", "gone"]]}}
        lesson = {**method, "kind": "project"}
        site = self.site({"/documentation/p": page(), "/documentation/p/m": method, "/tutorials/l": lesson})
        breadcrumbs.mend(site.folder)
        mended = site_map.Site(site.folder, "/p/")
        self.assertEqual(len(list(mended.problems())), 1)
        self.assertEqual(mended.pages["/documentation/p/m"]["hierarchy"]["paths"], [["p"]])
        self.assertNotIn("gone", mended.pages["/documentation/p/m"]["references"])
        self.assertEqual(mended.pages["/tutorials/l"], lesson)

    def test_the_landing_page_puts_products_in_groups(self):
        names = ("Guides", "Pledge", "PledgeNIO", "PledgeWhen")
        modules = [f"doc://pledge.{name}/documentation/{name}" for name in names]
        sections = landing.grouped(modules, {"PledgeWhen"})
        self.assertEqual([one["identifiers"] for one in sections], [modules[:2], modules[2:3], modules[3:]])

    def test_a_page_without_an_icon_is_named(self):
        site = self.site({})
        write(site.folder, {"index.html": HTML.replace(ICON, "")})
        problem = "index.html: error: no <link rel=\"icon\", so browsers ask for one at the root of the server"
        self.assertEqual(list(site.problems()), [problem])

    def test_the_server_shows_the_folder_to_this_machine(self):
        site = self.site({})
        with server.running(site.folder) as root:
            self.assertTrue(root.startswith("http://127.0.0.1:"))
            self.assertEqual(urlopen(f"{root}index.html").read().decode(), HTML)
