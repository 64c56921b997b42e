import { expect, it } from "vitest";
import { handleOf } from "../../../src/models/simulated/handle.ts";

it.each([
  ["Sick leave rose from 6 to 11 days a person within two years.", "the sick leave"],
  ["The counter has 40 letters a clerk.", "the counter"],
  ["It costs 300 euros an employee and pleases nobody.", ""],
  ["It helped a colleague.", "the colleague"],
])("names what %j is about, and not the unit it is counted in", (text, handle) => {
  expect(handleOf(text, text, () => 0)).toBe(handle);
});
