import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import links from "starlight-links-validator";

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
        { label: "Reference", items: [{ autogenerate: { directory: "reference" } }] },
      ],
    }),
  ],
});
