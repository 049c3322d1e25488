import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { slugify } from '../../things/entries/slug.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { attributes } from './catalog.table.ts'

type Choices = Readonly<Record<string, string>>

/** Labels for variation attributes: `{ pa_size: '50-g' }` becomes Size: 50 g. One query; unknown values show their slug. */
export async function choiceLabels(
  db: Db | Tx,
  all: readonly Choices[],
): Promise<(choices: Choices) => { label: string; value: string }[]> {
  const pairs = new Map(
    all.flatMap((choices) => Object.entries(choices).map(([name, slug]) => [`${name} ${slug}`, [name, slug] as const])),
  )
  if (pairs.size === 0) return () => []
  const names = [...pairs.values()].map(([name]) => name)
  const slugs = [...pairs.values()].map(([, slug]) => slug)
  // Arrays keep the statement the same for any number of choices, so that it is prepared once.
  const isChosen = sql`(${attributes.slug}, ${terms.slug}) in
    (select * from unnest(${sql.param(names)}::text[], ${sql.param(slugs)}::text[]))`
  const rows = await db
    .select({ attribute: attributes.slug, label: attributes.label, slug: terms.slug, name: terms.name })
    .from(attributes)
    .innerJoin(terms, eq(terms.taxonomy, attributes.slug))
    .where(isChosen)
  const labels = new Map(rows.map((row) => [`${row.attribute} ${row.slug}`, { label: row.label, value: row.name }]))
  return (choices) =>
    Object.entries(choices).map(([name, slug]) => labels.get(`${name} ${slug}`) ?? { label: name, value: slug })
}

type ChoiceLabel = { readonly label: string; readonly value: string }
type ChoiceSlugs = { readonly name: string; readonly slug: string }

/** The reverse: Size: 50 g becomes `pa_size` and `50-g`. Labels that no longer exist are slugified. */
export async function choiceSlugs(
  db: Db | Tx,
  all: readonly ChoiceLabel[],
): Promise<(choice: ChoiceLabel) => ChoiceSlugs> {
  const generated = ({ label, value }: ChoiceLabel): ChoiceSlugs => ({
    name: `pa_${slugify(label)}`,
    slug: slugify(value),
  })
  if (all.length === 0) return generated
  const labels = all.map((choice) => choice.label)
  const values = all.map((choice) => choice.value)
  const rows = await db
    .select({ label: attributes.label, value: terms.name, name: attributes.slug, slug: terms.slug })
    .from(attributes)
    .innerJoin(terms, eq(terms.taxonomy, attributes.slug))
    .where(and(inArray(attributes.label, labels), inArray(terms.name, values)))
  return (choice) => rows.find((row) => row.label === choice.label && row.value === choice.value) ?? generated(choice)
}
