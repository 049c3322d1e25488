-- The setting "contact" had the lines of the postal address as free text. Its email address, its phone number and the
-- parts of the address are settings now. The base of every shop until now was Ontario, so its province stays that.
INSERT INTO settings (name, value)
SELECT part.name, part.value
FROM settings AS contact,
	LATERAL (SELECT ARRAY(SELECT jsonb_array_elements_text(contact.value->'address')) AS lines) AS address,
	LATERAL (SELECT regexp_match(lines[cardinality(lines)], '^(.+), (.+) ([A-Z]\d[A-Z] \d[A-Z]\d)$') AS place) AS last,
	LATERAL (VALUES
		('contactEmail', contact.value->'email'),
		('contactPhone', contact.value->'phone'),
		('storeAddress', jsonb_build_object(
			'company', CASE WHEN cardinality(lines) > 2 THEN lines[1] ELSE '' END,
			'address1', CASE WHEN cardinality(lines) > 2 THEN lines[2] ELSE coalesce(lines[1], '') END,
			'address2', '',
			'city', coalesce(place[1], lines[cardinality(lines)], ''),
			'state', 'ON',
			'postcode', coalesce(place[3], ''),
			'country', 'CA'))
	) AS part (name, value)
WHERE contact.name = 'contact' AND jsonb_typeof(contact.value) = 'object'
ON CONFLICT (name) DO NOTHING;
--> statement-breakpoint
DELETE FROM settings WHERE name = 'contact';
