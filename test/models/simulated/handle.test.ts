import { expect, it } from "vitest";
import { handleOf } from "../../../src/models/simulated/reading/handle.ts";

it.each([
  ["Sick leave rose from 6 to 11 days a person within two years.", "the sick leave"],
  ["The counter has 40 letters a clerk.", "the counter"],
  ["It costs 300 euros an employee and pleases nobody.", ""],
  ["It helped a colleague.", "the colleague"],
  ["The coin that he sold is a common one.", ""],
  ["Two workers run without delivering the webhook twice.", "the webhook"],
  ["Whether false alarms can be halved is not known.", ""],
  ["Calls to the map provider fail at random.", "the map provider"],
  ["Every cell needs its own certificates.", "the certificates"],
  ["No experience of managing a budget above three million.", ""],
  ["Nobody in the team has ever led a sales organisation.", ""],
  ["The oldest patent expires in 2041.", "the oldest patent"],
  ["Noor Castellane led freight finance for nine years.", ""],
])("names what %j is about, and not the unit it is counted in", (text, handle) => {
  expect(handleOf(text, text, () => 0)).toBe(handle);
});
