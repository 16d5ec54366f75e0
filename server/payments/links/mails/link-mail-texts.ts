/** Texts of the mail that carries a payment link. Names in `{…}` are filled in as they are; sentences avoid declining them. */
const EN = {
  subject: "{merchant} asks you to pay {amount}",
  asks: "{merchant} asks you to pay {amount}.",
  reference: "Reference: {reference}",
  how: "The page shows the amount and who you pay. You choose your bank there and approve the payment at the bank itself:",
  until: "Valid until {until} (UTC). Can be paid once.",
  test: "This is a test. No real money moves.",
  unexpected: "Not expecting this? Don’t pay. Contact {merchant} in a way you already know.",
  sentBy: "Bankside sent this e-mail for {merchant}.",
};

const TEXTS: Readonly<Record<string, typeof EN>> = {
  en: EN,
  cs: {
    subject: "{merchant}: žádost o platbu {amount}",
    asks: "{merchant} vás žádá o platbu {amount}.",
    reference: "Označení platby: {reference}",
    how: "Na stránce uvidíte částku a příjemce platby. Vyberete si na ní svou banku a platbu schválíte přímo v bance:",
    until: "Platí do {until} (UTC). Lze zaplatit jen jednou.",
    test: "Toto je test. Nepřevádějí se žádné skutečné peníze.",
    unexpected: "Nečekali jste to? Neplaťte. Kontaktujte obchodníka {merchant} způsobem, který už znáte.",
    sentBy: "Tento e-mail odeslal Bankside jménem obchodníka {merchant}.",
  },
  da: {
    subject: "{merchant} beder dig om at betale {amount}",
    asks: "{merchant} beder dig om at betale {amount}.",
    reference: "Reference: {reference}",
    how: "Siden viser beløbet, og hvem du betaler. Der vælger du din bank og godkender betalingen hos banken selv:",
    until: "Gælder til {until} (UTC). Kan betales én gang.",
    test: "Dette er en test. Der flyttes ingen rigtige penge.",
    unexpected:
      "Havde du ikke ventet dette? Lad være med at betale. Kontakt {merchant} på en måde, du allerede kender.",
    sentBy: "Bankside har sendt denne e-mail på vegne af {merchant}.",
  },
  de: {
    subject: "{merchant} bittet Sie um Zahlung von {amount}",
    asks: "{merchant} bittet Sie, {amount} zu bezahlen.",
    reference: "Verwendungszweck: {reference}",
    how: "Die Seite zeigt den Betrag und den Empfänger. Dort wählen Sie Ihre Bank und geben die Zahlung bei der Bank selbst frei:",
    until: "Gültig bis {until} (UTC). Nur für eine Zahlung.",
    test: "Das ist ein Test. Es wird kein echtes Geld bewegt.",
    unexpected:
      "Haben Sie das nicht erwartet? Dann bezahlen Sie nicht. Wenden Sie sich auf einem Ihnen schon bekannten Weg an {merchant}.",
    sentBy: "Bankside hat diese E-Mail im Auftrag von {merchant} gesendet.",
  },
  es: {
    subject: "{merchant} le pide un pago de {amount}",
    asks: "{merchant} le pide un pago de {amount}.",
    reference: "Concepto: {reference}",
    how: "La página muestra el importe y a quién paga. Allí elige su banco y autoriza el pago en el propio banco:",
    until: "Válido hasta el {until} (UTC). Se puede pagar una sola vez.",
    test: "Esto es una prueba. No se mueve dinero real.",
    unexpected: "¿No lo esperaba? No pague. Contacte con {merchant} por un medio que ya conozca.",
    sentBy: "Bankside ha enviado este correo en nombre de {merchant}.",
  },
  fi: {
    subject: "{merchant} pyytää sinulta maksua: {amount}",
    asks: "{merchant} pyytää sinulta maksua: {amount}.",
    reference: "Viite: {reference}",
    how: "Sivulla näkyvät summa ja maksun saaja. Valitset siellä pankkisi ja hyväksyt maksun pankissa:",
    until: "Voimassa {until} (UTC) asti. Linkillä voi maksaa kerran.",
    test: "Tämä on testi. Oikeaa rahaa ei liiku.",
    unexpected: "Etkö odottanut tätä? Älä maksa. Ota yhteyttä kauppiaaseen tavalla, jonka jo tunnet: {merchant}.",
    sentBy: "Bankside lähetti tämän sähköpostin kauppiaan {merchant} puolesta.",
  },
  fr: {
    subject: "{merchant} vous demande de payer {amount}",
    asks: "{merchant} vous demande de payer {amount}.",
    reference: "Référence : {reference}",
    how: "La page indique le montant et le bénéficiaire. Vous y choisissez votre banque et validez le paiement auprès d’elle :",
    until: "Valable jusqu’au {until} (UTC). Pour un seul paiement.",
    test: "Ceci est un test. Aucun argent réel n’est transféré.",
    unexpected:
      "Vous ne vous y attendiez pas ? Ne payez pas. Contactez {merchant} par un moyen que vous connaissez déjà.",
    sentBy: "Bankside a envoyé cet e-mail pour le compte de {merchant}.",
  },
  it: {
    subject: "{merchant} Le chiede di pagare {amount}",
    asks: "{merchant} Le chiede di pagare {amount}.",
    reference: "Causale: {reference}",
    how: "La pagina mostra l’importo e il beneficiario. Lì sceglie la Sua banca e autorizza il pagamento presso la banca stessa:",
    until: "Scadenza: {until} (UTC). Si può pagare una sola volta.",
    test: "Questa è una prova. Non viene trasferito denaro reale.",
    unexpected: "Non se lo aspettava? Non paghi. Contatti {merchant} con un mezzo che già conosce.",
    sentBy: "Bankside ha inviato questa e-mail per conto di {merchant}.",
  },
  nl: {
    subject: "{merchant} vraagt u {amount} te betalen",
    asks: "{merchant} vraagt u {amount} te betalen.",
    reference: "Omschrijving: {reference}",
    how: "De pagina toont het bedrag en wie u betaalt. U kiest er uw bank en keurt de betaling bij de bank zelf goed:",
    until: "Geldig tot {until} (UTC). Kan één keer worden betaald.",
    test: "Dit is een test. Er wordt geen echt geld overgemaakt.",
    unexpected: "Had u dit niet verwacht? Betaal niet. Neem contact op met {merchant} op een manier die u al kent.",
    sentBy: "Bankside heeft deze e-mail namens {merchant} verstuurd.",
  },
  pl: {
    subject: "{merchant}: prośba o płatność {amount}",
    asks: "{merchant} prosi o płatność: {amount}.",
    reference: "Tytuł przelewu: {reference}",
    how: "Strona pokazuje kwotę i odbiorcę. Tam wybierasz swój bank i zatwierdzasz płatność w samym banku:",
    until: "Ważne do {until} (UTC). Można zapłacić tylko raz.",
    test: "To jest test. Nie są przekazywane prawdziwe pieniądze.",
    unexpected:
      "To niespodziewana wiadomość? Nie płać. Skontaktuj się ze sprzedawcą {merchant} w sposób, który już znasz.",
    sentBy: "Tę wiadomość wysłał Bankside w imieniu sprzedawcy {merchant}.",
  },
  pt: {
    subject: "{merchant} pede-lhe que pague {amount}",
    asks: "{merchant} pede-lhe que pague {amount}.",
    reference: "Referência: {reference}",
    how: "A página mostra o montante e a quem paga. Lá escolhe o seu banco e autoriza o pagamento no próprio banco:",
    until: "Válido até {until} (UTC). Só permite um pagamento.",
    test: "Isto é um teste. Não é movimentado dinheiro real.",
    unexpected: "Não estava à espera disto? Não pague. Contacte {merchant} por um meio que já conhece.",
    sentBy: "A Bankside enviou este e-mail em nome de {merchant}.",
  },
  sv: {
    subject: "{merchant} ber dig att betala {amount}",
    asks: "{merchant} ber dig att betala {amount}.",
    reference: "Referens: {reference}",
    how: "Sidan visar beloppet och vem du betalar. Där väljer du din bank och godkänner betalningen hos banken själv:",
    until: "Gäller till {until} (UTC). Kan betalas en gång.",
    test: "Det här är ett test. Inga riktiga pengar flyttas.",
    unexpected: "Väntade du dig inte det här? Betala inte. Kontakta {merchant} på ett sätt som du redan känner till.",
    sentBy: "Bankside har skickat det här mejlet åt {merchant}.",
  },
};

// Of texts that are British or European: without a region Intl writes as in America.
const HOMES: Record<string, string> = { en: "en-GB", pt: "pt-PT" };

/**
 * The locale of a mail's amounts and times, as on the page: the BCP 47 tag without extensions, such as other digits or
 * another calendar; British English where the texts are in English for want of a translation.
 */
export function mailLocale(tag: string): string {
  const { language, baseName } = new Intl.Locale(tag);
  return Object.hasOwn(TEXTS, language) ? (HOMES[baseName] ?? baseName) : "en-GB";
}

/** The texts in the language of a BCP 47 tag; in English where there is no translation. */
export function linkMailTexts(locale: string): typeof EN {
  return TEXTS[new Intl.Locale(locale).language] ?? EN;
}
