ALTER TABLE "payments" DROP COLUMN "client_secret";--> statement-breakpoint
UPDATE "payment_events" SET "payload" = "payload" #- '{data,object,client_secret}' WHERE "payload"->'data'->'object' ? 'client_secret';
