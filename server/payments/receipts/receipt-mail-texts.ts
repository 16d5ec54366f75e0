/** Texts of the mail with a customer's receipt. Names in `{…}` are filled in as they are; sentences avoid declining them. */
export type ReceiptMailTexts = {
  subject: string;
  paid: string;
  confirmed: string;
  bank: string;
  id: string;
  taxNumber: string;
  notInvoice: string;
  questions: string;
};

const EN: ReceiptMailTexts = {
  subject: "Payment receipt: {amount}, {merchant}",
  paid: "You paid {amount} to {merchant}.",
  confirmed: "Confirmed: {when} (UTC)",
  bank: "Bank: {bank}",
  id: "Payment ID: {id}",
  taxNumber: "Tax number: {taxNumber}",
  notInvoice: "This confirms a payment. It isn’t an invoice.",
  questions: "Questions about your order? {help}",
};

const TEXTS: Readonly<Record<string, ReceiptMailTexts>> = {
  en: EN,
  cs: {
    subject: "Potvrzení o platbě: {amount}, {merchant}",
    paid: "Zaplaceno: {amount}. Příjemce: {merchant}.",
    confirmed: "Potvrzeno: {when} (UTC)",
    bank: "Banka: {bank}",
    id: "ID platby: {id}",
    taxNumber: "Daňové číslo: {taxNumber}",
    notInvoice: "Toto potvrzuje platbu. Není to faktura.",
    questions: "Máte dotazy k objednávce? {help}",
  },
  da: {
    subject: "Kvittering for betaling: {amount}, {merchant}",
    paid: "Du har betalt {amount} til {merchant}.",
    confirmed: "Bekræftet: {when} (UTC)",
    bank: "Bank: {bank}",
    id: "Betalings-id: {id}",
    taxNumber: "Skattenummer: {taxNumber}",
    notInvoice: "Dette bekræfter en betaling. Det er ikke en faktura.",
    questions: "Spørgsmål til din ordre? {help}",
  },
  de: {
    subject: "Zahlungsbeleg: {amount}, {merchant}",
    paid: "Sie haben {amount} an {merchant} bezahlt.",
    confirmed: "Bestätigt: {when} (UTC)",
    bank: "Bank: {bank}",
    id: "Zahlungs-ID: {id}",
    taxNumber: "Steuernummer: {taxNumber}",
    notInvoice: "Dies bestätigt eine Zahlung. Es ist keine Rechnung.",
    questions: "Fragen zu Ihrer Bestellung? {help}",
  },
  es: {
    subject: "Justificante de pago: {amount}, {merchant}",
    paid: "Ha pagado {amount} a {merchant}.",
    confirmed: "Confirmado: {when} (UTC)",
    bank: "Banco: {bank}",
    id: "ID del pago: {id}",
    taxNumber: "Número fiscal: {taxNumber}",
    notInvoice: "Este documento confirma un pago. No es una factura.",
    questions: "¿Tiene preguntas sobre su pedido? {help}",
  },
  fi: {
    subject: "Maksukuitti: {amount}, {merchant}",
    paid: "Maksoit {amount}. Maksun saaja: {merchant}.",
    confirmed: "Vahvistettu: {when} (UTC)",
    bank: "Pankki: {bank}",
    id: "Maksun tunnus: {id}",
    taxNumber: "Verotunniste: {taxNumber}",
    notInvoice: "Tämä vahvistaa maksun. Se ei ole lasku.",
    questions: "Kysyttävää tilauksesta? {help}",
  },
  fr: {
    subject: "Reçu de paiement : {amount}, {merchant}",
    paid: "Vous avez payé {amount} à {merchant}.",
    confirmed: "Confirmé : {when} (UTC)",
    bank: "Banque : {bank}",
    id: "ID du paiement : {id}",
    taxNumber: "Numéro fiscal : {taxNumber}",
    notInvoice: "Ce document confirme un paiement. Ce n’est pas une facture.",
    questions: "Des questions sur votre commande ? {help}",
  },
  it: {
    subject: "Ricevuta di pagamento: {amount}, {merchant}",
    paid: "Ha pagato {amount} a {merchant}.",
    confirmed: "Confermato: {when} (UTC)",
    bank: "Banca: {bank}",
    id: "ID del pagamento: {id}",
    taxNumber: "Numero fiscale: {taxNumber}",
    notInvoice: "Questo documento conferma un pagamento. Non è una fattura.",
    questions: "Domande sull’ordine? {help}",
  },
  nl: {
    subject: "Betalingsbewijs: {amount}, {merchant}",
    paid: "U hebt {amount} betaald aan {merchant}.",
    confirmed: "Bevestigd: {when} (UTC)",
    bank: "Bank: {bank}",
    id: "Betalings-ID: {id}",
    taxNumber: "Belastingnummer: {taxNumber}",
    notInvoice: "Dit bevestigt een betaling. Het is geen factuur.",
    questions: "Vragen over uw bestelling? {help}",
  },
  pl: {
    subject: "Potwierdzenie płatności: {amount}, {merchant}",
    paid: "Zapłacono {amount}. Odbiorca: {merchant}.",
    confirmed: "Potwierdzono: {when} (UTC)",
    bank: "Bank: {bank}",
    id: "Identyfikator płatności: {id}",
    taxNumber: "Numer podatkowy: {taxNumber}",
    notInvoice: "To potwierdzenie płatności. Nie jest fakturą.",
    questions: "Masz pytania o zamówienie? {help}",
  },
  pt: {
    subject: "Comprovativo de pagamento: {amount}, {merchant}",
    paid: "Pagou {amount} a {merchant}.",
    confirmed: "Confirmado: {when} (UTC)",
    bank: "Banco: {bank}",
    id: "ID do pagamento: {id}",
    taxNumber: "Número fiscal: {taxNumber}",
    notInvoice: "Isto confirma um pagamento. Não é uma fatura.",
    questions: "Dúvidas sobre a sua encomenda? {help}",
  },
  sv: {
    subject: "Betalningskvitto: {amount}, {merchant}",
    paid: "Du har betalat {amount} till {merchant}.",
    confirmed: "Bekräftad: {when} (UTC)",
    bank: "Bank: {bank}",
    id: "Betalnings-ID: {id}",
    taxNumber: "Skattenummer: {taxNumber}",
    notInvoice: "Det här bekräftar en betalning. Det är ingen faktura.",
    questions: "Frågor om din beställning? {help}",
  },
};

/** The texts in the language of a BCP 47 tag; in English where there is no translation. */
export function receiptMailTexts(locale: string): ReceiptMailTexts {
  return TEXTS[new Intl.Locale(locale).language] ?? EN;
}
