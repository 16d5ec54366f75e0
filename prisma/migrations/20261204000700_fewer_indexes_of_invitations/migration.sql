-- No query reads it: mails are counted over all addresses of a mailbox, by their end (identity/team/invitation-store.ts).
DROP INDEX invitations_email;
