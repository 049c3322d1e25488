-- hand-written
-- The text that sanitized HTML shows: without tags, with characters for entities, and with single spaces. Elements inside a word or
-- sentence leave nothing; all others are read as a space.
CREATE FUNCTION shown_text(html text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(
  replace(replace(replace(replace(replace(
    regexp_replace(
      regexp_replace(html, '</?(a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u)(\s[^>]*)?>', '', 'gi'),
      '<[^>]*>', ' ', 'g'),
    '&nbsp;', chr(160)), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'),
  '[\s\u00a0]+', ' ', 'g');
--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "search_text" text GENERATED ALWAYS AS (case when kind in ('post', 'page', 'project')
        then unaccent_lower(title || chr(10) || shown_text(excerpt) || chr(10) || shown_text(content)) end) STORED;--> statement-breakpoint
CREATE INDEX "entries_search" ON "entries" USING gin ("search_text" gin_trgm_ops);
