import { expect, test } from "vitest";
import { z } from "zod";
import {
  parseSettings,
  readEnvironmentSettings,
  settingsSchema,
} from "../../../src/scenario/files/settings.ts";
import { resolveSettings, toOverrides } from "../../../src/scenario/loading/assemble-scenario.ts";

const schema = settingsSchema.extend({
  prices: z.record(z.string(), z.strictObject({ input: z.number() })).optional(),
});

function parse(text: string) {
  return parseSettings({ text, file: "boardroom.yaml" }, schema);
}

test("boardroom.yaml may state everything, or nothing at all", () => {
  const text = "model: openai:gpt-6-sol\nseed: seven\nout: kept\nprices: {x: {input: 2}}\n";
  expect(parse(text)).toEqual({
    model: "openai:gpt-6-sol",
    seed: "seven",
    out: "kept",
    prices: { x: { input: 2 } },
  });
  expect(parse("")).toEqual({});
  expect(parse("# all by default\n")).toEqual({});
});

test("what is wrong in boardroom.yaml is said with its place, and secrets are never shown", () => {
  const table: [text: string, message: string][] = [
    [
      "modle: x\nmaxMessages: many\n",
      'boardroom.yaml:1:1: unknown key "modle"\n' +
        "  Did you mean model? Allowed: model, seed, maxMessages, out, prices.\n" +
        'boardroom.yaml:2:14: maxMessages must be a number, found "many"\n' +
        "  maxMessages: Messages, reminders and passes together.",
    ],
    [
      "maxMessages: 0\n",
      "boardroom.yaml:1:14: maxMessages must be at least 1, found 0\n" +
        "  maxMessages: Messages, reminders and passes together.",
    ],
    [
      "prices: {x: {input: cheap}}\n",
      'boardroom.yaml:1:21: prices.x.input must be a number, found "cheap"',
    ],
    [
      "providers: {openai: {apiKey: hunter2}}\n",
      "boardroom.yaml:1:22: providers.openai.apiKey looks like a secret, which is not allowed in this file\n" +
        "  Put the key into an environment variable and name that variable in boardroom.yaml " +
        "(providers: NAME: keyVariable). Withdraw the key if this file was ever shared.",
    ],
  ];
  for (const [text, message] of table) {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: "settings-invalid", message }),
    );
  }
});

test("environment variables state settings, and empty ones nothing", () => {
  expect(
    readEnvironmentSettings({
      BOARDROOM_MODEL: "m",
      BOARDROOM_SEED: "7",
      BOARDROOM_MAX_MESSAGES: "30",
      BOARDROOM_OUT: "",
      PATH: "x",
    }),
  ).toEqual({ model: "m", seed: "7", maxMessages: 30 });
});

test("a bad environment variable is named", () => {
  expect(() =>
    readEnvironmentSettings({ BOARDROOM_MAX_MESSAGES: "many", BOARDROOM_OUT: "o" }),
  ).toThrow(
    'BOARDROOM_MAX_MESSAGES: maxMessages must be a number, found "many"\n' +
      "  maxMessages: Messages, reminders and passes together.",
  );
});

test("flags beat the environment, that the scenario, that boardroom.yaml, that the defaults", () => {
  const resolved = resolveSettings({
    flags: { seed: 1 },
    environment: { seed: 2, maxMessages: 20 },
    scenario: { seed: 3, maxMessages: 30, model: "three" },
    "boardroom.yaml": { seed: 4, maxMessages: 40, model: "four", out: "kept" },
  });
  expect(resolved).toEqual({
    values: { model: "three", seed: 1, maxMessages: 20, out: "kept" },
    modelFrom: "scenario",
  });
});

test("a model from flags or the environment is for everybody, one from boardroom.yaml for who has none", () => {
  const told = (layer: "flags" | "environment" | "scenario" | "boardroom.yaml") =>
    toOverrides(resolveSettings({ [layer]: { model: "m" } }));
  expect(told("flags")).toEqual({ model: "m", maxMessages: 100 });
  expect(told("environment")).toEqual({ model: "m", maxMessages: 100 });
  expect(told("scenario")).toEqual({ maxMessages: 100 });
  expect(told("boardroom.yaml")).toEqual({ defaultModel: "m", maxMessages: 100 });
});
