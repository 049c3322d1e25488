ALTER TABLE "attributes" ADD COLUMN "is_local" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attributes" ADD COLUMN "display" text DEFAULT 'select' NOT NULL;--> statement-breakpoint
ALTER TABLE "attributes" ADD COLUMN "order_by" text DEFAULT 'menu_order' NOT NULL;--> statement-breakpoint
ALTER TABLE "attributes" ADD COLUMN "has_archives" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gtin" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "length_cm" numeric(9, 3);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "width_cm" numeric(9, 3);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "height_cm" numeric(9, 3);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_downloadable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "downloads" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "download_limit" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "download_days" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "purchase_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "meta" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "password" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "seo_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "seo_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "terms" ADD COLUMN "display" text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focal_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focal_y" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "products_gtin" ON "products" USING btree ("gtin");--> statement-breakpoint
INSERT INTO "terms" ("taxonomy", "slug", "name")
  SELECT DISTINCT 'product_shipping_class', "shipping_class", initcap(replace("shipping_class", '-', ' '))
  FROM "products" WHERE "shipping_class" <> '';
