import { z } from 'zod'
import { MAX_ID } from '../../platform/rest/params.ts'
import { linkPattern } from '../../platform/web/link-pattern.ts'
import { MAX_DOCUMENT_LENGTH } from '../entries/page-document.ts'

/** The form control of an option. */
export type OptionControl =
  | 'text'
  | 'lines'
  | 'rich'
  | 'markup'
  | 'number'
  | 'choice'
  | 'flag'
  | 'colour'
  | 'picture'
  | 'pictures'
  | 'address'
  | 'video'
  | 'entities'

/** Kinds of entities that the control `entities` can pick, by id or slug. */
export type EntityKind =
  | 'product'
  | 'post'
  | 'product_cat'
  | 'product_tag'
  | 'category'
  | 'post_tag'
  | 'project_category'
  | 'form'

type Controlled = { readonly title: string; readonly control: OptionControl; readonly of?: EntityKind }

const mediaId = z.coerce.number().int().min(0).max(MAX_ID)

const MAX_TEXT_LENGTH = 500
const MAX_LINES_LENGTH = 2_000
const MAX_PICTURES = 60
const MAX_ENTITIES = 60

/** An option that has its default if the document has no value. */
const option = <S extends z.ZodType>(schema: S, byDefault: NoInfer<z.output<S>>, described: Controlled) =>
  schema.default(byDefault as never).meta(described)

const textOf = (maxLength: number, described: Controlled, byDefault: string) =>
  option(z.string().max(maxLength), byDefault, described)

export const text = (title: string, byDefault = '') => textOf(MAX_TEXT_LENGTH, { title, control: 'text' }, byDefault)

export const lines = (title: string, byDefault = '') => textOf(MAX_LINES_LENGTH, { title, control: 'lines' }, byDefault)

/**
 * Authored HTML from the text editor or as source; sanitized when it is saved. It has the same limit as a document, so
 * that every text that fits into a page also fits into a block.
 */
export const html = (title: string, control: 'rich' | 'markup' = 'rich', byDefault = '') =>
  textOf(MAX_DOCUMENT_LENGTH, { title, control }, byDefault)

/** A text of this form, or ''. */
const matching = (pattern: RegExp) => z.union([z.literal(''), z.string().max(MAX_TEXT_LENGTH).regex(pattern)])

/** `#rrggbb`, or '' for the theme's colour. */
export const colour = (title: string) => option(matching(/^#[0-9a-f]{6}$/i), '', { title, control: 'colour' })

/** Ids of entities in the order chosen in the editor. */
export const entities = (title: string, of: EntityKind) =>
  option(z.array(mediaId).max(MAX_ENTITIES), [], { title, control: 'entities', of })

type Range = { readonly min: number; readonly max: number; readonly default: number }

/** Reads a number or its text; NaN for anything else. */
export const readNumber = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN

export const number = (title: string, { min, max, default: byDefault }: Range) =>
  option(z.preprocess(readNumber, z.number().min(min).max(max)), byDefault, { title, control: 'number' })

export const choice = <const V extends readonly [string, ...string[]]>(
  title: string,
  values: V,
  byDefault: V[number],
) => option(z.enum(values), byDefault as never, { title, control: 'choice' })

/** `yes` or `no` as in WordPress's shortcodes; also `true`, `1` and their opposites, and the builder's numbers. */
export const flag = (title: string, byDefault: boolean) =>
  option(
    z.preprocess((value) => (value === 0 || value === 1 ? value === 1 : value), z.union([z.boolean(), z.stringbool()])),
    byDefault,
    { title, control: 'flag' },
  )

/** Id of a picture of the media library; 0 for none. */
export const picture = (title: string) => option(mediaId, 0, { title, control: 'picture' })

/** Ids of pictures, written `12,15` in a shortcode. */
export const pictures = (title: string) =>
  option(
    z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter((id) => id.trim() !== '') : value),
      z.array(mediaId).max(MAX_PICTURES),
    ),
    [],
    { title, control: 'pictures' },
  )

export const address = (title: string, byDefault = '') =>
  option(matching(linkPattern), byDefault, { title, control: 'address' })

/** Video URLs that the sanitizer allows in texts, as people copy them: of these hosts, and of the media library. */
const videoPattern =
  /^(?:https:\/\/(?:youtu\.be|(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com|(?:(?:www|player)\.)?vimeo\.com)\/|\/wp-content\/uploads\/(?!.*\.\.))[^\s"'<>]*$/

export const video = (title: string) => option(matching(videoPattern), '', { title, control: 'video' })

/** Options by their names, as they are stored. */
export type Options = Record<string, z.ZodType>
export type OptionsSchema = z.ZodObject<Options>
export type OptionValues<O extends Options> = z.output<z.ZodObject<O>>

/** Parses each option separately: an invalid one becomes its default, and its name is reported. */
export function readOptions<S extends OptionsSchema>(
  schema: S,
  values: Readonly<Record<string, unknown>>,
): { options: z.output<S>; refused: string[] } {
  const refused = Object.keys(values).filter((name) => !Object.hasOwn(schema.shape, name))
  const entries = Object.entries(schema.shape).map(([name, field]) => {
    const read = field.safeParse(Object.hasOwn(values, name) ? values[name] : undefined)
    if (!read.success) refused.push(name)
    return [name, read.success ? read.data : field.parse(undefined)] as const
  })
  return { options: Object.fromEntries(entries) as z.output<S>, refused }
}

/** The control of each option, by its name. */
export const controlsOf = (schema: OptionsSchema): readonly (readonly [name: string, control: OptionControl])[] =>
  Object.entries(schema.shape).map(([name, field]) => [
    name,
    (field.meta() as Controlled | undefined)?.control ?? 'text',
  ])

/** Ids of the pictures in unparsed options. */
export function mediaIdsIn(schema: OptionsSchema, values: Readonly<Record<string, unknown>>): number[] {
  const { options } = readOptions(schema, values)
  return controlsOf(schema)
    .filter(([, control]) => control === 'picture' || control === 'pictures')
    .flatMap(([name]) => options[name] as number | number[])
    .filter((id) => id > 0)
}
