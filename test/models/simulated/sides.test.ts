import { expect, it } from "vitest";
import { polarityOf } from "../../../src/models/simulated/lexicon.ts";
import { toneOf } from "../../../src/models/simulated/tone.ts";

/** From this strength on a passage is argued with. */
const HEARD = 0.2;

const FOR: readonly string[] = [
  // Nursing
  "Reduced inpatient falls from 6.2 to 3.1 per 1,000 bed days between 2021 and 2024.",
  "Cut agency spending by 41 % within eighteen months.",
  "Staff turnover dropped from 24 % to 11 %, while the hospital average stayed at 17 %.",
  "Complaints about communication fell by a third.",
  "No infections on the ward for 400 days.",
  "Raised the vaccination rate of staff from 61 % to 88 %.",
  "The infection rate is below the national average.",
  "Nobody left the team in three years.",
  // Bakery
  "The forecast cuts unsold bread by 22 % on average.",
  "Nine of ten bakers we rang said they would be upset to lose it.",
  "Food waste has fallen by half since the new oven.",
  "Revenue tripled in 2025 while the number of bakeries doubled.",
  "No customer complained about the new sourdough.",
  // Hydro power
  "Nine of eleven site owners would buy again.",
  "Unplanned stops fell from five to one a year.",
  "The turbine was delivered ahead of schedule and under budget.",
  "Bearing failures were avoided, and availability rose to 98 %.",
  // Physics
  "My decoder reduced logical error rates by a factor of four.",
  "Two independent groups have reproduced the measurement.",
  "Cut the uncertainty of the mass by half.",
  "Found and fixed a calibration error before publication.",
  // Software
  "Build times fell from 40 to 12 minutes.",
  "Fixed 140 bugs in the payment service.",
  "Test coverage grew from 38 % to 81 %.",
  "There were fewer outages than in any year before.",
  "Migrated the database without a single outage.",
  // Teaching
  "Exam results improved in four consecutive years.",
  "Truancy fell from 9 % to 4 %.",
  "Pass rates rose to 94 %.",
  "Pupils' reading scores increased by eleven points.",
  "Attendance is above the regional average.",
  // Sales
  "Exceeded her quota in nine of ten quarters.",
  "Churn dropped to 1.1 % a month.",
  "Won the contract with the city against two rivals.",
  "Raised EUR 3 million from two investors.",
  "None of the invoices is overdue.",
  // Construction
  "The number of accidents on site fell by 60 %.",
  "All six houses were completed on schedule.",
  "The new foreman reduced rework and overtime.",
  "Defects per house decreased from 14 to 5.",
  "The notes convert inside the valuation, which protects the fund from dilution.",
];

const AGAINST: readonly string[] = [
  // Nursing
  "Failed to meet the four-hour transfer target in 2023.",
  "Inpatient falls rose from 3.1 to 6.2 per 1,000 bed days.",
  "No experience of managing a budget above £3 million.",
  // Bakery
  "Nobody in the team has ever led a sales organisation.",
  "Burn rose from EUR 60,000 to EUR 95,000 a month after the move to a new office.",
  "A large till maker launched a free forecast module in January 2026.",
  "The app crashed on three Saturdays in 2025.",
  "A chain of 31 shops left in October because the app could not handle central kitchens.",
  // Hydro power
  "The CEO and the head of engineering disagree openly about whether to build an own factory.",
  "A grant of EUR 1.4 million must be repaid if production leaves the region.",
  "A fish-protection group has filed an objection against four of the planned sites.",
  "Energy output fell by a fifth after the drought.",
  "The head of sales and the director disagree.",
  // Physics
  "The result was never reproduced.",
  "The noise grew with every cooldown.",
  "The paper was retracted in 2021.",
  // Software
  "The release introduced two bugs in billing.",
  "Latency doubled after the migration.",
  "Response times are high, and nobody knows why.",
  "Revenue halved within a year.",
  // Teaching
  "Absences rose in both years.",
  "Exam results were below the regional average.",
  "The school failed its inspection.",
  "Enrolment fell from 420 to 310.",
  // Sales
  "Lost two of his five largest customers.",
  "A rival won the tender in March.",
  "A price increase of 30 % hurt margins.",
  "Sales cycles grew longer, from 58 to 83 days.",
  "The team did not reduce its costs.",
  // Construction
  "The budget was exceeded by 11 %.",
  "Costs rose while revenue fell.",
  "Two lawsuits by subcontractors are unresolved.",
  "Poor morale on site led to resignations.",
  "An injunction was granted in May.",
];

/** A careful reader would want to know more, or would not take it for a matter of praise or blame. */
const SILENT: readonly string[] = [
  "Flour prices rose by 18 % in 2025, which makes waste more expensive for every baker.",
  "The head of engineering works three days a week.",
  "Cut the programme by two modules.",
  "The number of shops fell by 2 % a year.",
  "An inspection visited the unit in March 2024.",
  "She works late shifts and bakes with slow fermentation.",
  "Gives courses in conflict resolution and risk management.",
  "Answers questions of patients on the telephone.",
  "Left the hospital for a post at the university.",
  "Sells fine pastries and snack bars.",
  "The contract ends if the audit fails.",
  "The fraud detection team has four analysts.",
  "Error bars are given for every point.",
  "The founders hope to have won a contract by June.",
  "Two of nine customers would recommend it.",
  "Competitors raised EUR 61 million in 2025, which confirms that the market is attractive to others as well.",
  "A former director of the clinic gave a lecture.",
  "Introduced a new rota that caused complaints.",
  "Managed complaints of customers at the counter.",
  "The ward was closed in 2022.",
];

/** How a passage counts where a document says so little that plain words count as well. */
const generous = (text: string) => toneOf(text, true);

it.each(FOR)("hears praise in %j", (text) => {
  expect(polarityOf(text)).toBeGreaterThanOrEqual(HEARD);
});

it.each(AGAINST)("hears blame in %j", (text) => {
  expect(generous(text)).toBeLessThanOrEqual(-HEARD);
});

it.each(SILENT)("leaves %j alone rather than guess", (text) => {
  expect(Math.abs(polarityOf(text))).toBeLessThan(HEARD);
});

it.each([...FOR, ...SILENT])("never takes %j for a fault, however little else there is", (text) => {
  expect(generous(text)).toBeGreaterThan(-HEARD);
});

it.each([...AGAINST, ...SILENT])("never takes %j for a merit, however little else there is", (text) => {
  expect(generous(text)).toBeLessThan(HEARD);
});
