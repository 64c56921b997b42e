import { expect, it } from "vitest";
import { polarityOf } from "../../../src/models/simulated/reading/polarity.ts";
import { toneOf } from "../../../src/models/simulated/reading/tone.ts";

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

/** More of the same kind, by the side a careful reader puts them: they may go unheard, but never to the other side. */
const AT_WORST_UNHEARD = {
  praise: [
    "No staff nurse has resigned since she took over.",
    "The ward has never been without a qualified nurse at night.",
    "Her rota change cost the trust nothing.",
    "Patients rate the ward 4.8 out of 5.",
    "The new mill halved energy use.",
    "The café next door lost customers to us.",
    "Bread sells out by noon.",
    "The plant exceeded its planned output by 6 %.",
    "Local anglers dropped their objection.",
    "The objection was rejected by the court.",
    "Turbine noise is below the legal limit.",
    "A systematic error was found and corrected before submission.",
    "Her limits on the decay are the world's best.",
    "Loss of helium was reduced to zero.",
    "The team closed 300 tickets a month.",
    "No data was lost in the outage.",
    "Memory leaks were fixed in the spring.",
    "The migration caused no downtime.",
    "Not one pupil dropped out.",
    "Parents complained less than in other years.",
    "Fewer pupils need remedial lessons.",
    "Bullying declined sharply.",
    "Refunds are at an all-time low.",
    "Lost no account in six years.",
    "Customer acquisition costs fell to EUR 900.",
    "Only one of his ten customers left.",
    "No claims were made under the warranty.",
    "Accident-free for 900 days.",
    "The crane driver prevented an accident.",
    "The court dismissed the lawsuit.",
    "The lawsuit was won.",
    "Brought readmissions down from 14 % to 9 %.",
    "Zero pressure ulcers were recorded in 2024.",
    "Patients wait 40 minutes less than before.",
    "Regained accreditation within six months.",
    "Never missed a shift in eleven years.",
    "Sick leave in her team is the lowest of all wards.",
    "Sales of rye bread doubled after the tasting.",
    "Won the regional bread competition in 2023.",
    "Bread left over at closing time went down from 30 to 11 kg a day.",
    "All nine apprentices passed their exams at the first attempt.",
    "The dam has passed every safety inspection since 2009.",
    "Fish deaths dropped after the new screen was fitted.",
    "Maintenance costs are below the industry average.",
    "The turbine ran 31 months without an unplanned stop.",
    "The detector's background rate was lowered by a factor of ten.",
    "Published in Physical Review Letters with 310 citations.",
    "No referee raised doubts about the method.",
    "The service had 99.98 % uptime in 2024.",
    "Reduced the cloud bill by 40 %.",
    "Found and reported 14 vulnerabilities in open-source libraries.",
    "Code reviews are done within a day.",
    "Seven of eight pilots were extended.",
    "Grade repetition decreased from 8 % to 3 %.",
    "Parents praised the clear feedback.",
    "The number of pupils excluded fell to zero.",
    "His pupils won the national robotics prize twice.",
    "Closed 14 deals worth EUR 2 million in 2024.",
    "Took over an account that had complained for years and renewed it.",
    "Sales in the north grew faster than in any other region.",
    "Finished the school two weeks early.",
    "No lost-time accident in 600,000 working hours.",
    "Subcontractors are paid within 14 days.",
    "No competitor has managed to copy the design.",
    "Unlike rivals, the firm never lost a court case.",
    "The cause of the failure was found within hours.",
    "Low staff turnover is the pride of the house.",
    "Turnover rose from £2 million to £3 million.",
    "The launch was a success.",
    "Trained 60 volunteers in falls prevention.",
    "Debt was repaid two years early.",
    "Deaths after surgery halved.",
    "An audit found no irregularities.",
    "Works well under pressure.",
  ],
  blame: [
    "Two patients were harmed by wrong doses.",
    "Absence due to stress doubled.",
    "The trust rejected her proposal.",
    "Margins on bread are thin and getting thinner.",
    "Half the dough was thrown away in May.",
    "Water levels fell below the minimum on 41 days.",
    "The weir poses a risk to canoeists.",
    "The group lost its beam time.",
    "The signal disappeared with more data.",
    "The magnet quenched twice.",
    "Customers cancelled after the outage.",
    "Security patches are applied late.",
    "The library has more bugs than tests.",
    "He was late for class on 14 days.",
    "The class fell behind in maths.",
    "Detentions increased.",
    "The forecast was missed by 40 %.",
    "Win rates fell to 11 %.",
    "His pipeline is empty.",
    "The client refused to pay.",
    "The roof leaks.",
    "The site was closed for safety violations.",
    "The firm went bankrupt in 2019.",
    "He lost the lawsuit.",
    "Two relatives filed complaints about rude staff.",
    "The clinic lost its accreditation in 2022.",
    "She was suspended for two weeks in 2019.",
    "The oven broke down four times in December.",
    "Regular customers stayed away after the price rise.",
    "The bakery closed two of five shops.",
    "Apprentices leave after a year on average.",
    "Sediment reduced the capacity of the reservoir by a fifth.",
    "The permit has been delayed twice.",
    "The farm lost 12 days of production to ice.",
    "An independent team failed to reproduce the effect.",
    "The claim was withdrawn after six months.",
    "The group's funding was cut by half.",
    "Deployments take three days and often fail.",
    "A security researcher found 14 vulnerabilities in the login page.",
    "Users complain that the app is slow.",
    "The rewrite was abandoned after nine months.",
    "Nobody else understands the billing code.",
    "Only two of the 14 customers renewed.",
    "Three colleagues have asked not to share a class with him.",
    "Reading scores stagnated for four years.",
    "She has no teaching qualification.",
    "Missed her quota in three of four quarters.",
    "Discounts rose from 8 % to 21 % of list price.",
    "Her largest account moved to a competitor.",
    "Customer satisfaction slipped from 4.6 to 4.1.",
    "The bridge was finished four months late and 18 % over budget.",
    "A worker was injured in a fall in 2021.",
    "The firm was fined EUR 40,000 for missing guard rails.",
    "Cracks appeared in two of the new walls.",
    "Competitors copied the design within a year.",
    "Errors did not fall after the training.",
    "High turnover among night staff is a concern.",
    "The launch was not a success.",
    "The project was hardly a success.",
    "Debt rose to four times earnings.",
    "Donations halved.",
    "The number of volunteers shrank from 80 to 35.",
    "The audit found irregularities in petty cash.",
    "Two engineers threatened to resign.",
    "The strike delayed the opening by a month.",
    "Poor handwriting in charts was noted.",
  ],
  neither: [
    "Bed occupancy rose to 97 %.",
    "Reported a colleague for falsifying records.",
    "She lowered the threshold for calling a doctor.",
    "Egg prices tripled.",
    "We could have won the school contract.",
    "The licence expires in 2027.",
    "The old system was slow; the new one is not.",
    "Delays on other sites were not her fault.",
    "Agency staff cover a third of all shifts.",
    "Flour suppliers raised prices twice.",
    "Grid fees may rise next year.",
    "CP violation was measured to three per cent.",
    "Teaches 26 hours a week.",
    "The claim against the client was settled for EUR 1.2 million.",
    "If the tender is lost, the firm has no work for the winter.",
    "Rework is expected to fall next year.",
    "The new tool was meant to reduce errors.",
    "She declined an offer from a larger hospital.",
    "He is responsible for risk assessment.",
    "Cash will last until August 2026.",
    "Handled 300 complaints a month at the service desk.",
    "Responded to 40 incidents as on-call engineer.",
  ],
} as const;

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

it.each([...AT_WORST_UNHEARD.praise, ...AT_WORST_UNHEARD.neither])(
  "never argues against anybody with %j",
  (text) => {
    expect(generous(text)).toBeGreaterThan(-HEARD);
  },
);

it.each([...AT_WORST_UNHEARD.blame, ...AT_WORST_UNHEARD.neither])(
  "never argues for anybody with %j",
  (text) => {
    expect(generous(text)).toBeLessThan(HEARD);
  },
);

it("hears the side of most of them all the same", () => {
  const { praise, blame } = AT_WORST_UNHEARD;
  const heard = [...praise, ...blame].filter((text) => Math.abs(generous(text)) >= HEARD);
  expect(heard.length).toBeGreaterThan((praise.length + blame.length) * 0.5);
});
