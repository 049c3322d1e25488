ALTER TABLE "payments" ADD COLUMN "client_secret_digest" text;--> statement-breakpoint
UPDATE "payments" SET "client_secret_digest" = encode(sha256(convert_to("client_secret", 'UTF8')), 'hex') WHERE "client_secret" IS NOT NULL;
