ALTER TABLE "product_import_rows" ADD COLUMN "withdrawn" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- The old indexes are dropped at the end, because pages cannot read a table from then until the migration is committed.
CREATE INDEX "new_users_search" ON "users" USING gin (unaccent_lower("name") gin_trgm_ops,unaccent_lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "new_entries_product_names" ON "entries" USING gin (unaccent_lower("title") gin_trgm_ops) WHERE "entries"."kind" = 'product';--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "entries_product_names";--> statement-breakpoint
ALTER INDEX "new_users_search" RENAME TO "users_search";--> statement-breakpoint
ALTER INDEX "new_entries_product_names" RENAME TO "entries_product_names";
