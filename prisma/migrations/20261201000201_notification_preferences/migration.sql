-- A person's choice to get a kind of mail about a merchant, or not. Without a row the kind's default applies.
CREATE TABLE "notification_preferences" (
    "user_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("user_id", "merchant_id", "kind"),
    CONSTRAINT "notification_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE,
    CONSTRAINT "notification_preferences_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE
);
CREATE INDEX "notification_preferences_enabled" ON "notification_preferences"("kind", "merchant_id") WHERE "enabled";
