-- By hand: the fields of the home page become blocks, those of its revisions too. Functions of this connection alone.
CREATE FUNCTION pg_temp.slide_of(scene jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object(
    'eyebrow', scene->'eyebrow',
    'title', scene->'title',
    'text', scene->'text',
    'picture', coalesce((SELECT "id" FROM "media" WHERE "path" = scene#>>'{picture,path}'), 0)
  ) || coalesce(
    (SELECT jsonb_object_agg('label_' || n, link->'label') || jsonb_object_agg('url_' || n, link->'href')
      FROM jsonb_array_elements(scene->'links') WITH ORDINALITY AS links(link, n)),
    '{}'
  )
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.ids_of(of_kind text, slugs jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg("entries"."id" ORDER BY n), '[]')
  FROM jsonb_array_elements_text(slugs) WITH ORDINALITY AS named(slug, n)
  JOIN "entries" ON "entries"."kind" = of_kind AND "entries"."slug" = named.slug
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.tile_of(tile jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object(
    'category', (SELECT coalesce(jsonb_agg("id"), '[]') FROM "terms"
      WHERE "taxonomy" = 'product_cat' AND "slug" = tile->>'categorySlug'),
    'subtitle', tile->'subtitle',
    'picture', coalesce((SELECT "id" FROM "media" WHERE "path" = tile#>>'{picture,path}'), 0)
  )
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.document_of(home jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object(
    'version', '4.0.0',
    'blocks', jsonb_agg(jsonb_build_object('id', n, 'lib', 'Samovar') || block ORDER BY n)
  )
  FROM (VALUES
    (1, true, jsonb_build_object('block', 'home_hero', 'names_page', true, 'items',
      (SELECT jsonb_agg(pg_temp.slide_of(scene) ORDER BY place)
        FROM jsonb_array_elements(jsonb_build_array(home->'hero') || coalesce(home#>'{hero,slides}', '[]'))
          WITH ORDINALITY AS scenes(scene, place)))),
    (2, home#>'{categories,tiles}' <> '[]', jsonb_build_object('block', 'category_tiles',
      'title', home#>'{categories,title}', 'text', home#>'{categories,text}', 'items',
      (SELECT jsonb_agg(pg_temp.tile_of(tile) ORDER BY place)
        FROM jsonb_array_elements(home#>'{categories,tiles}') WITH ORDINALITY AS tiles(tile, place)))),
    (3, true, jsonb_build_object('block', 'featured_products',
      'title', home#>'{featured,title}', 'text', home#>'{featured,text}',
      'products', pg_temp.ids_of('product', home#>'{featured,productSlugs}'))),
    (4, home#>'{approach,points}' <> '[]', jsonb_build_object('block', 'approach',
      'title', home#>'{approach,title}', 'text', home#>'{approach,text}', 'items', home#>'{approach,points}')),
    (5, true, jsonb_build_object('block', 'journal', 'title', home#>'{journal,title}',
      'posts', pg_temp.ids_of('post', home#>'{journal,postSlugs}'),
      'teaser_title', coalesce(home#>'{journal,teaser,title}', '""'),
      'teaser_text', coalesce(home#>'{journal,teaser,text}', '""'))),
    (6, home#>'{testimonials,items}' <> '[]', jsonb_build_object('block', 'letters',
      'title', home#>'{testimonials,title}', 'items',
      (SELECT jsonb_agg(letter - 'location' || jsonb_build_object('about', letter->'location') ORDER BY place)
        FROM jsonb_array_elements(home#>'{testimonials,items}') WITH ORDINALITY AS letters(letter, place))))
  ) AS parts(n, is_shown, block)
  WHERE is_shown
$$;--> statement-breakpoint
UPDATE "entry_revisions" SET "builder_document" = pg_temp.document_of("fields")
WHERE "builder_document" IS NULL AND "fields" IS NOT NULL
  AND "entry_id" IN (SELECT "id" FROM "entries" WHERE "kind" = 'template' AND "slug" = 'front-page');--> statement-breakpoint
UPDATE "entries" SET "builder_document" = pg_temp.document_of("fields")
WHERE "builder_document" IS NULL AND "fields" IS NOT NULL AND "kind" = 'template' AND "slug" = 'front-page';
