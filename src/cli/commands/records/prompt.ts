import { resolve } from "node:path";
import type { Command } from "commander";
import { readTranscript } from "../../../engine/transcript/journal.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print, printJson, printText } from "../../../home/process/io.ts";
import { findCall } from "../../../home/records/find-call.ts";
import { sentRequest } from "../../../home/records/sent-request.ts";
import { wholeNumber } from "../../../home/settings/flag-values.ts";
import { withOwnCode } from "../../../home/settings/own-code.ts";
import { readSettings } from "../../../home/settings/settings.ts";
import type { ModelRequest } from "../../../models/port/model.ts";
import { sentBody } from "../../../models/registry/sent-body.ts";
import { sanitise } from "../../../text/sanitise.ts";

type PromptFlags = {
  readonly speaker: string;
  readonly at: string;
  readonly call: number;
  readonly json?: boolean;
  readonly protocol?: string;
};

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcript>", "transcript folder")
    .requiredOption("--speaker <member>", "id of the member, such as sarah-chen")
    .requiredOption(
      "--at <turn>",
      "number in brackets, an id such as m17 (another count), or opening, called or closing",
    )
    .option("--call <number>", "which call of that turn: retries and repairs count", wholeNumber, 1)
    .option("--protocol <file>", "the file of your custom protocol: ./mine.mjs")
    .option("--json", "print the body that the model's provider is sent, as JSON and without key")
    .addHelpText("after", HELP)
    .action(async (folder: string, { json, protocol, ...asked }: PromptFlags) => {
      const { events } = readTranscript(resolve(io.cwd, folder));
      const call = findCall(events, asked);
      const { outer, protocols } = await withOwnCode(io, await readSettings(io), protocol);
      const { models } = outer;
      const { request, isRecorded } = await sentRequest(events, call, models, protocols);
      if (json) printJson(io.stdout, sentBody(call.asked, request, models) ?? request, 2);
      else printText(io.stdout, `${requestLines(request).join("\n")}\n`);
      if (!isRecorded) print(io.stderr, [UNLIKE]);
      finish(isRecorded ? EXIT.decided : EXIT.damaged);
    });
}

const HELP = `
--at 16 is the turn printed as [16]. m16 is the message id that members see, which also counts ballots. If the member was
not asked in that turn, the error lists the turns in which it was.

Calls no model. The rebuilt request is compared with the digest in the transcript.

--json prints the body for the provider as boardroom.yaml has it now. If the server refused a key or a role, Boardroom made
the call again without it. A simulated member gets no request: its question is printed in its own form.

Examples:
  boardroom prompt transcripts/hiring-7 --speaker sarah-chen --at opening
  boardroom prompt transcripts/hiring-7 --speaker sarah-chen --at 16
  boardroom prompt transcripts/hiring-7 --speaker sarah-chen --at 16 --json`;

const UNLIKE = "boardroom: the rebuilt request differs from the one sent: its digest is not the recorded one";

function requestLines({ shared, individual, turns, cue, exchange, json }: ModelRequest): readonly string[] {
  return [
    ...section("system, shared by all members", shared),
    ...(individual === "" ? [] : section("system, this member's own", individual)),
    ...turns.flatMap(({ role, parts }) => section(role, parts.join("\n\n"))),
    ...section("user, the cue: seen by this call only", cue),
    ...(exchange
      ? [
          ...section("assistant, the reply that failed: seen by this call only", exchange.reply),
          ...section("user, what was wrong with it: seen by this call only", exchange.problem),
        ]
      : []),
    ...(json ? section(`JSON asked for: ${json.name}`, JSON.stringify(json.schema, null, 2)) : []),
  ];
}

function section(title: string, text: string): readonly string[] {
  return [`--- ${title} ---`, sanitise(text), ""];
}
