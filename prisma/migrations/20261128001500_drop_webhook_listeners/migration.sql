-- A client follows test events by the API and keeps its own cursor and secret (ADR 58). Only the removed command
-- `bankside listen` used this table.
DROP TABLE "webhook_listeners";
