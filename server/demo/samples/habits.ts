import { DEMO_MERCHANT_IDS } from "../../lib/config/demo-rules";

/** A market in which a merchant sells. `perUnit`: prices of the home currency in this one. */
type Market = { market: string; locale: string; currency: string; share: number; perUnit: number };

/** How a merchant of the demo sells. Prices in minor units of its home currency. */
export type Habits = {
  merchantId: string;
  payments: number;
  orderPrefix: string;
  firstOrder: number;
  markets: readonly Market[];
  /** Of one order: the price of an item, and how many there are at most. */
  items: readonly { price: number; atMost: number; share: number }[];
  shipping: number;
  freeShippingFrom: number;
  /** Weights from Sunday to Saturday. */
  weekdays: readonly number[];
  /** Weights of the hours of a day (UTC). */
  hours: readonly number[];
  /** Weights of the channels. */
  flows: Readonly<Record<"embedded" | "redirect" | "link", number>>;
};

const [OLARIA, ALDER, KESTREL] = DEMO_MERCHANT_IDS;
const EVENINGS = [2, 1, 0, 0, 0, 0, 1, 3, 5, 6, 7, 8, 9, 8, 7, 7, 8, 9, 11, 13, 15, 14, 10, 5];
const OFFICE = [0, 0, 0, 0, 0, 0, 1, 4, 10, 14, 15, 13, 8, 11, 14, 13, 11, 8, 6, 5, 5, 4, 2, 1];
const DAYTIME = [1, 0, 0, 0, 0, 0, 1, 3, 6, 9, 11, 13, 14, 12, 11, 10, 9, 9, 9, 9, 8, 6, 4, 2];

/** A pottery shop that sells in the evening, a furniture workshop with business customers, a bicycle shop with busy Saturdays. */
export const HABITS: readonly Habits[] = [
  {
    merchantId: OLARIA,
    payments: 640,
    orderPrefix: "OL",
    firstOrder: 10_240,
    markets: [
      { market: "PT", locale: "pt", currency: "EUR", share: 62, perUnit: 1 },
      { market: "ES", locale: "es", currency: "EUR", share: 14, perUnit: 1 },
      { market: "DE", locale: "de", currency: "EUR", share: 6, perUnit: 1 },
      { market: "GB", locale: "en", currency: "GBP", share: 13, perUnit: 0.86 },
      { market: "PL", locale: "pl", currency: "PLN", share: 5, perUnit: 4.3 },
    ],
    items: [
      { price: 1_450, atMost: 6, share: 26 },
      { price: 2_200, atMost: 6, share: 24 },
      { price: 3_400, atMost: 3, share: 20 },
      { price: 7_450, atMost: 2, share: 14 },
      { price: 12_900, atMost: 1, share: 11 },
      { price: 24_500, atMost: 1, share: 5 },
    ],
    shipping: 490,
    freeShippingFrom: 8_000,
    weekdays: [13, 9, 9, 10, 11, 12, 15],
    hours: EVENINGS,
    flows: { embedded: 78, redirect: 12, link: 10 },
  },
  {
    merchantId: ALDER,
    payments: 330,
    orderPrefix: "AW",
    firstOrder: 5_118,
    markets: [
      { market: "DE", locale: "de", currency: "EUR", share: 68, perUnit: 1 },
      { market: "NL", locale: "nl", currency: "EUR", share: 14, perUnit: 1 },
      { market: "PL", locale: "pl", currency: "PLN", share: 18, perUnit: 4.3 },
    ],
    items: [
      { price: 8_900, atMost: 3, share: 24 },
      { price: 18_900, atMost: 4, share: 30 },
      { price: 34_900, atMost: 2, share: 24 },
      { price: 64_000, atMost: 2, share: 15 },
      { price: 129_000, atMost: 1, share: 7 },
    ],
    shipping: 2_900,
    freeShippingFrom: 50_000,
    weekdays: [4, 15, 16, 16, 15, 12, 6],
    hours: OFFICE,
    flows: { embedded: 52, redirect: 24, link: 24 },
  },
  {
    merchantId: KESTREL,
    payments: 250,
    orderPrefix: "KB",
    firstOrder: 2_071,
    markets: [
      { market: "GB", locale: "en", currency: "GBP", share: 84, perUnit: 1 },
      { market: "IE", locale: "en", currency: "EUR", share: 16, perUnit: 1.17 },
    ],
    items: [
      { price: 1_800, atMost: 3, share: 26 },
      { price: 4_500, atMost: 2, share: 26 },
      { price: 8_500, atMost: 1, share: 18 },
      { price: 32_000, atMost: 1, share: 10 },
      { price: 79_900, atMost: 1, share: 13 },
      { price: 189_000, atMost: 1, share: 7 },
    ],
    shipping: 395,
    freeShippingFrom: 6_000,
    weekdays: [13, 9, 9, 9, 11, 14, 22],
    hours: DAYTIME,
    flows: { embedded: 84, redirect: 6, link: 10 },
  },
];

/** First and last names of customers, by market. */
export const NAMES: Readonly<Record<string, readonly [first: readonly string[], last: readonly string[]]>> = {
  PT: [
    ["Ana", "Beatriz", "Catarina", "Diogo", "Filipa", "Gonçalo", "Joana", "Luís", "Miguel", "Rita", "Sofia", "Vasco"],
    ["Almeida", "Barros", "Cardoso", "Duarte", "Esteves", "Figueiredo", "Matos", "Pinto", "Ramos", "Teixeira"],
  ],
  ES: [
    ["Alba", "Carlos", "Elena", "Javier", "Lucía", "Marina", "Nuria", "Pablo"],
    ["Castro", "Domínguez", "Herrera", "Iglesias", "Molina", "Ortega", "Serrano"],
  ],
  DE: [
    ["Anke", "Björn", "Dieter", "Franziska", "Greta", "Jonas", "Katrin", "Lukas", "Martina", "Sven", "Ute"],
    ["Albrecht", "Bergmann", "Dietrich", "Friedrich", "Krüger", "Lehmann", "Pohl", "Seidel", "Vogt", "Winkler"],
  ],
  NL: [
    ["Anouk", "Bram", "Fleur", "Jeroen", "Lotte", "Sanne", "Thijs"],
    ["Bakker", "de Boer", "Hendriks", "Kuipers", "van Dijk", "Visser"],
  ],
  PL: [
    ["Agnieszka", "Bartosz", "Ewa", "Jakub", "Magdalena", "Piotr", "Zofia"],
    ["Adamczyk", "Dudek", "Kaczmarek", "Mazur", "Pawlak", "Wilk"],
  ],
  GB: [
    ["Alice", "Callum", "Daniel", "Eleanor", "George", "Hannah", "Isla", "Oliver", "Priya", "Rhys", "Thomas"],
    ["Bennett", "Clarke", "Ellis", "Fletcher", "Hughes", "Murray", "Patel", "Shaw", "Turner", "Webb"],
  ],
  IE: [
    ["Aoife", "Ciarán", "Niamh", "Oisín", "Saoirse"],
    ["Byrne", "Doyle", "Kelly", "Nolan", "Walsh"],
  ],
};
