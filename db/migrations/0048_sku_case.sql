ALTER TABLE "products" ADD COLUMN "sku_case" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- hand-written
-- SKUs that differ only in letter case were accepted, and stay. Pages wait meanwhile: 0.8 s with 200,000 products.
UPDATE "products" SET "sku_case" = same."number"
FROM (SELECT "id", row_number() OVER (PARTITION BY lower("sku" collate "C") ORDER BY "id") - 1 AS "number" FROM "products" WHERE "sku" IS NOT NULL) same
WHERE same."id" = "products"."id" AND same."number" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku_lower" ON "products" USING btree (lower("sku" collate "C"),"sku_case");
