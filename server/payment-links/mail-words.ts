/** What the mail that carries a link says, in the languages of the checkout. `{…}` are filled in; nothing is declined. */
export type MailWords = {
  subject: string;
  asks: string;
  reference: string;
  how: string;
  until: string;
  test: string;
  unexpected: string;
};

const EN: MailWords = {
  subject: "{merchant}: payment of {amount}",
  asks: "{merchant} asks you for a payment of {amount}.",
  reference: "Reference: {reference}",
  how: "This page shows what is paid and to whom. You choose your bank there, and approve at the bank itself:",
  until: "The page is open until {until} (UTC), and can be paid once.",
  test: "This is a test: no money moves.",
  unexpected: "You did not expect this? Then do not pay, and ask {merchant} in a way that you know already.",
};

const WORDS: Readonly<Record<string, MailWords>> = {
  en: EN,
  cs: {
    subject: "{merchant}: platba {amount}",
    asks: "{merchant} vás žádá o platbu {amount}.",
    reference: "Reference: {reference}",
    how: "Tato stránka ukazuje, co a komu se platí. Tam si vyberete svou banku a platbu schválíte přímo v ní:",
    until: "Stránka je otevřená do {until} (UTC) a zaplatit na ní lze jednou.",
    test: "Toto je zkouška: žádné peníze se nepohnou.",
    unexpected: "Nečekali jste to? Pak neplaťte a zeptejte se způsobem, který už znáte: {merchant}.",
  },
  da: {
    subject: "{merchant}: betaling på {amount}",
    asks: "{merchant} beder dig om en betaling på {amount}.",
    reference: "Reference: {reference}",
    how: "Siden viser, hvad der betales og til hvem. Der vælger du din bank, og du godkender hos banken selv:",
    until: "Siden er åben til {until} (UTC) og kan betales én gang.",
    test: "Dette er en test: der flyttes ingen penge.",
    unexpected: "Havde du ikke ventet dette? Så betal ikke, og spørg {merchant} ad en vej, du allerede kender.",
  },
  de: {
    subject: "{merchant}: Zahlung über {amount}",
    asks: "{merchant} bittet Sie um eine Zahlung über {amount}.",
    reference: "Verwendungszweck: {reference}",
    how: "Diese Seite zeigt, was an wen gezahlt wird. Dort wählen Sie Ihre Bank und geben die Zahlung bei ihr frei:",
    until: "Die Seite ist bis {until} (UTC) offen und kann einmal bezahlt werden.",
    test: "Das ist ein Test: Es bewegt sich kein Geld.",
    unexpected:
      "Sie haben das nicht erwartet? Dann zahlen Sie nicht und fragen Sie auf einem Weg nach, den Sie schon kennen: {merchant}.",
  },
  es: {
    subject: "{merchant}: pago de {amount}",
    asks: "{merchant} le pide un pago de {amount}.",
    reference: "Referencia: {reference}",
    how: "Esta página muestra qué se paga y a quién. Allí elige su banco y lo aprueba en el propio banco:",
    until: "La página está abierta hasta {until} (UTC) y se puede pagar una vez.",
    test: "Esto es una prueba: no se mueve dinero.",
    unexpected: "¿No lo esperaba? Entonces no pague y pregunte a {merchant} por un medio que ya conozca.",
  },
  fi: {
    subject: "{merchant}: maksu {amount}",
    asks: "{merchant} pyytää sinulta maksua: {amount}.",
    reference: "Viite: {reference}",
    how: "Sivu näyttää, mitä maksetaan ja kenelle. Valitset siellä pankkisi ja hyväksyt maksun pankissa:",
    until: "Sivu on auki {until} (UTC) asti, ja sen voi maksaa kerran.",
    test: "Tämä on testi: rahaa ei liiku.",
    unexpected: "Etkö odottanut tätä? Älä maksa, vaan kysy tavalla, jonka jo tunnet: {merchant}.",
  },
  fr: {
    subject: "{merchant} : paiement de {amount}",
    asks: "{merchant} vous demande un paiement de {amount}.",
    reference: "Référence : {reference}",
    how: "Cette page montre ce qui est payé et à qui. Vous y choisissez votre banque, et vous approuvez chez elle :",
    until: "La page est ouverte jusqu’au {until} (UTC) et peut être payée une fois.",
    test: "Ceci est un test : aucun argent ne bouge.",
    unexpected:
      "Vous ne vous y attendiez pas ? Alors ne payez pas, et demandez à {merchant} par un moyen que vous connaissez déjà.",
  },
  it: {
    subject: "{merchant}: pagamento di {amount}",
    asks: "{merchant} le chiede un pagamento di {amount}.",
    reference: "Causale: {reference}",
    how: "Questa pagina mostra che cosa si paga e a chi. Lì sceglie la sua banca, e approva presso la banca stessa:",
    until: "La pagina è aperta fino al {until} (UTC) e si può pagare una volta.",
    test: "Questa è una prova: non si muove denaro.",
    unexpected: "Non se lo aspettava? Allora non paghi, e chieda a {merchant} con un mezzo che conosce già.",
  },
  nl: {
    subject: "{merchant}: betaling van {amount}",
    asks: "{merchant} vraagt u om een betaling van {amount}.",
    reference: "Kenmerk: {reference}",
    how: "Deze pagina laat zien wat er aan wie wordt betaald. U kiest er uw bank en keurt het bij de bank zelf goed:",
    until: "De pagina is open tot {until} (UTC) en kan één keer worden betaald.",
    test: "Dit is een test: er beweegt geen geld.",
    unexpected: "Had u dit niet verwacht? Betaal dan niet, en vraag {merchant} langs een weg die u al kent.",
  },
  pl: {
    subject: "{merchant}: płatność {amount}",
    asks: "{merchant} prosi o płatność: {amount}.",
    reference: "Tytuł: {reference}",
    how: "Ta strona pokazuje, co i komu się płaci. Tam wybierasz swój bank, a zatwierdzasz w samym banku:",
    until: "Strona jest otwarta do {until} (UTC) i można na niej zapłacić raz.",
    test: "To jest test: żadne pieniądze się nie przemieszczają.",
    unexpected: "To niespodziewane? Nie płać i zapytaj w sposób, który już znasz: {merchant}.",
  },
  pt: {
    subject: "{merchant}: pagamento de {amount}",
    asks: "{merchant} pede-lhe um pagamento de {amount}.",
    reference: "Referência: {reference}",
    how: "Esta página mostra o que se paga e a quem. Lá escolhe o seu banco, e aprova no próprio banco:",
    until: "A página está aberta até {until} (UTC) e pode ser paga uma vez.",
    test: "Isto é um teste: não se move dinheiro.",
    unexpected: "Não estava à espera disto? Então não pague, e pergunte a {merchant} por um meio que já conhece.",
  },
  sv: {
    subject: "{merchant}: betalning på {amount}",
    asks: "{merchant} ber dig om en betalning på {amount}.",
    reference: "Referens: {reference}",
    how: "Sidan visar vad som betalas och till vem. Där väljer du din bank, och du godkänner hos banken själv:",
    until: "Sidan är öppen till {until} (UTC) och kan betalas en gång.",
    test: "Det här är ett test: inga pengar flyttas.",
    unexpected: "Väntade du dig inte det här? Betala då inte, och fråga {merchant} på ett sätt som du redan känner.",
  },
};

/** The words for a page's language by its BCP 47 tag; English where there are none. */
export function mailWordsFor(locale: string): MailWords {
  return WORDS[new Intl.Locale(locale).language] ?? EN;
}
