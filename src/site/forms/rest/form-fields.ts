import { z } from 'zod'
import { addError } from '../../../platform/rest/fields.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { outdatedError } from '../../../things/entries/outdated-error.ts'
import type { SaveProblem } from '../../../things/entries/save-entry.ts'
import { defaultMessages, type MessageKey } from '../contact-form.ts'

const MAX_TITLE_LENGTH = 200
const MAX_LINE_LENGTH = 2_000
const MAX_TEXT_LENGTH = 50_000
const MAX_MARKUP_LENGTH = 100_000

/** Normalizes line ends to `\n`, so that comparing and counting work everywhere. */
const withLineEnds = (value: string): string => value.replace(/\r\n?/g, '\n')

const oneLine = z
  .string()
  .max(MAX_LINE_LENGTH)
  .transform((value) => value.replace(/\s*[\r\n]+\s*/g, ' ').trim())
const line = oneLine.optional()
const lines = (max: number) => z.string().max(max).transform(withLineEnds)

/** A text, or an object that contains it, as in the plugin's responses. */
const content = (max: number) =>
  z
    .union([z.string().max(max), z.object({ content: z.string().max(max) })])
    .transform((value) => withLineEnds(typeof value === 'string' ? value : value.content))
    .optional()

const mail = z
  .object({
    active: z.boolean().optional(),
    subject: line,
    sender: line,
    recipient: line,
    body: lines(MAX_TEXT_LENGTH).optional(),
    additional_headers: lines(MAX_LINE_LENGTH).optional(),
    attachments: lines(MAX_LINE_LENGTH).optional(),
    use_html: z.boolean().optional(),
    exclude_blank: z.boolean().optional(),
  })
  .optional()

/** An emptied message gets its default. */
const messageOr = (text: string) => oneLine.transform((value) => value || text).optional()

const messages = z.object(
  Object.fromEntries(Object.entries(defaultMessages).map(([key, text]) => [key, messageOr(text)])) as Record<
    MessageKey,
    ReturnType<typeof messageOr>
  >,
)

/** Writable properties of a form, under the plugin's names. */
export const formFields = {
  title: z.string().max(MAX_TITLE_LENGTH).optional(),
  locale: z
    .string()
    .transform((value, context) => {
      if (!/^[a-z]{2,3}(?:_[A-Za-z0-9]{2,8}){0,2}$/.test(value))
        addError(context, '{name} must be a language such as en_CA.')
      return value
    })
    .optional(),
  form: content(MAX_MARKUP_LENGTH),
  mail,
  mail_2: mail,
  messages: messages.optional(),
  additional_settings: content(MAX_TEXT_LENGTH),
}

/** Changes to a form. Omitted parts stay, also within emails and messages. */
export type FormChange = z.output<z.ZodObject<typeof formFields>>

export const notFound: RestError = {
  status: 404,
  code: 'wpcf7_not_found',
  message: 'The requested contact form was not found.',
}

/** Error of a refused save, with the plugin's code; other problems cannot occur for forms. */
export function problemError(problem: SaveProblem): RestError {
  if (problem.kind === 'no-such-entry') return notFound
  return problem.kind === 'outdated'
    ? outdatedError(problem)
    : { status: 500, code: 'wpcf7_cannot_save', message: 'There was an error saving the contact form.' }
}
