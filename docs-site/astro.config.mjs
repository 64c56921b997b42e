import { readdirSync, readFileSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import links from "starlight-links-validator";

/** A folder that lists itself would show the name of its subfolder as a label. */
const reference = readdirSync(new URL("../docs/reference/", import.meta.url))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `reference/${name.slice(0, -3).toLowerCase()}`);

const list = readFileSync(new URL("../docs/README.md", import.meta.url), "utf8");

/** The pages of a folder in the order of the list of all pages. */
function listPages(folder) {
  const links = list.matchAll(new RegExp(`\\((${folder}/[a-z-]+)\\.md`, "g"));
  return [...new Set([...links].map(([, page]) => page))];
}

export default defineConfig({
  telemetry: false,
  // A flag such as --config in a table is no dash.
  markdown: { smartypants: false },
  integrations: [
    starlight({
      title: "Boardroom",
      plugins: [links()],
      customCss: ["./src/site.css"],
      favicon: "/favicon.svg",
      sidebar: [
        { label: "Documentation", link: "/" },
        { label: "Tutorial", link: "/tutorial/" },
        { label: "How-to guides", items: listPages("how-to") },
        {
          label: "Explanation",
          items: [...listPages("explanation"), "architecture"],
        },
        {
          label: "Reference",
          items: [
            ...reference,
            {
              label: "Each command",
              collapsed: true,
              items: [{ autogenerate: { directory: "reference/commands" } }],
            },
          ],
        },
      ],
    }),
  ],
});
