ALTER TABLE "carts" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exchange_rate" numeric DEFAULT '1' NOT NULL;