DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "entries_product_names";--> statement-breakpoint
ALTER TABLE "product_import_rows" ADD COLUMN "withdrawn" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (unaccent_lower("name") gin_trgm_ops,unaccent_lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entries_product_names" ON "entries" USING gin (unaccent_lower("title") gin_trgm_ops) WHERE "entries"."kind" = 'product';