import { readdirSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import links from "starlight-links-validator";

/** A folder that lists itself would show the name of its subfolder as a label. */
const reference = readdirSync(new URL("../docs/reference/", import.meta.url))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `reference/${name.slice(0, -3).toLowerCase()}`);

export default defineConfig({
  telemetry: false,
  integrations: [
    starlight({
      title: "Boardroom",
      plugins: [links()],
      sidebar: [
        { label: "Documentation", link: "/" },
        { label: "Tutorial", link: "/tutorial/" },
        { label: "How-to guides", items: [{ autogenerate: { directory: "how-to" } }] },
        { label: "Explanation", items: [{ autogenerate: { directory: "explanation" } }] },
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
