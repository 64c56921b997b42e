import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { BoardroomError } from "../../errors.ts";
import type { ReadingDesk, SeatDesk } from "./desk.ts";
import { textPages } from "./pages.ts";
import { rowInWords } from "./rows.ts";
import { rowsSeen } from "./rows-seen.ts";
import { sightOf } from "./sight.ts";

export function addResources(server: McpServer, desk: ReadingDesk & SeatDesk): void {
  server.registerResource(
    "scenario",
    new ResourceTemplate("boardroom://scenarios/{name}", {
      list: async () => ({
        resources: (await desk.scenarios()).map(({ name, title }) => ({
          uri: `boardroom://scenarios/${encodeURIComponent(name)}`,
          name,
          ...(title !== null && { title }),
          mimeType: "application/yaml",
        })),
      }),
    }),
    { title: "Scenario", description: "A scenario's file, as people write it", mimeType: "application/yaml" },
    async (uri, { name }) => read(uri, "application/yaml", desk, async () => desk.scenarioText(decoded(name))),
  );
  server.registerResource(
    "transcript",
    new ResourceTemplate("boardroom://meetings/{id}/transcript/{part}", {
      list: async () => ({
        resources: (await desk.meetings())
          .filter(({ standing }) => standing.is !== "damaged")
          .map(({ id, title, question }) => ({
            uri: `boardroom://meetings/${encodeURIComponent(id)}/transcript/1`,
            name: id,
            title,
            description: question,
            mimeType: "text/markdown",
          })),
      }),
    }),
    {
      title: "Transcript",
      description: "What was said in a meeting, in parts from 1 on",
      mimeType: "text/markdown",
    },
    async (uri, { id, part }) =>
      read(uri, "text/markdown", desk, async () => {
        const meeting = await desk.meeting(decoded(id));
        const sight = sightOf(desk, meeting, undefined);
        const said = () => rowsSeen(meeting, sight, desk).map(rowInWords).join("\n\n");
        const parts = textPages(sight.is === "whole" ? desk.transcript(meeting) : said());
        const number = Number(part);
        const text = parts[number - 1];
        if (text !== undefined)
          return number < parts.length ? `${text}\n\n(part ${number} of ${parts.length})` : text;
        throw new BoardroomError("usage", {
          message: `there is no part ${decoded(part).slice(0, 20)}`,
          remedy: `This transcript has ${parts.length} parts.`,
        });
      }),
  );
}

function decoded(value: string | readonly string[] | undefined): string {
  const text = String(value ?? "");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function read(uri: URL, mimeType: string, { fault }: ReadingDesk, text: () => Promise<string>) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: await text() }] };
  } catch (error) {
    if (error instanceof BoardroomError) throw error;
    fault(error);
    throw new BoardroomError("internal", { message: "this is a fault of boardroom itself" });
  }
}
