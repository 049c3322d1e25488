import { z } from 'zod'
import { type Capability, can } from '../../platform/access/permissions.ts'
import type { Db } from '../../platform/database/connect.ts'
import { type Call, type CallRequest, defineCall } from '../../platform/rest/call.ts'
import { addError } from '../../platform/rest/fields.ts'
import { isRecord } from '../../platform/rest/request.ts'
import type { RestError } from '../../platform/rest/response.ts'
import { type Kind, type ListedSetting, listedSettings, type SettingsJson, type SettingsTree } from './setting.ts'
import { loadStored, updateSettings } from './settings.store.ts'

type Json = Readonly<Record<string, unknown>>

/** Converts settings to the JSON of a REST resource, and back. */
type JsonForm<S> = {
  readonly shape: z.ZodRawShape
  readonly of: (settings: S) => Json
  /** Converts sent values to stored ones. */
  readonly parse: (sent: Json, stored: S) => Partial<S>
  /** Capabilities to change single settings, if more than reading is required. */
  readonly mayChange?: Readonly<Record<string, Capability>>
}

/** One line of text, without spaces around it. */
export const lineSchema = ({ max, isRequired, pattern, error }: Omit<Extract<Kind, { type: 'line' }>, 'type'>) =>
  z
    .string()
    .meta({ maxLength: max })
    .transform((input, context) => {
      const value = input.trim().replace(/\s+/g, ' ')
      if (value === '' && isRequired) addError(context, '{name} must not be empty.')
      else if (value.length > max) addError(context, `{name} must have at most ${max} characters.`)
      else if (value !== '' && pattern && !pattern.test(value)) addError(context, `{name} ${error}`)
      return value
    })

function schemaOf(kind: Kind): z.ZodType {
  if (kind.type === 'line') return lineSchema(kind)
  if (kind.type === 'integer') return z.int().min(kind.min).max(kind.max)
  if (kind.type === 'boolean') return z.boolean()
  if (kind.type === 'yes-no') return z.enum(['yes', 'no'])
  if (kind.type === 'option') return z.enum(Object.keys(kind.labels))
  throw new Error('A special setting needs a schema of its own')
}

/** JSON conversion of declared settings. `schemas` and `parse` handle custom ones, by JSON name. */
export function declaredJson<Tree extends SettingsTree>(
  tree: Tree,
  schemas: { readonly [Name in keyof SettingsJson<Tree>]?: z.ZodType } = {},
  parse: { readonly [Name in keyof SettingsJson<Tree>]?: (sent: SettingsJson<Tree>[Name]) => unknown } = {},
): JsonForm<object> {
  const listed = listedSettings(tree)
  const described = ({ json, kind, description }: ListedSetting) => {
    const schema = (schemas as Record<string, z.ZodType>)[json] ?? schemaOf(kind)
    return description === undefined ? schema : schema.describe(description)
  }
  const parsers = parse as Record<string, (sent: unknown) => unknown>
  const jsonOf = (settings: object, { key, part, toJson }: ListedSetting) => {
    const value = (settings as Json)[key]
    return toJson((part === undefined || !isRecord(value) ? value : value[part]) as never)
  }
  return {
    shape: Object.fromEntries(listed.map((one) => [one.json, described(one)])),
    of: (settings) => Object.fromEntries(listed.map((one) => [one.json, jsonOf(settings, one)])),
    mayChange: Object.fromEntries(listed.map((one) => [one.json, one.mayChange])),
    parse(sent, stored) {
      const changes: Record<string, unknown> = {}
      for (const one of listed) {
        const { key, part, json } = one
        const value = sent[json]
        if (value === undefined || value === jsonOf(stored, one)) continue
        const parser = parsers[json]
        const parsed = parser ? parser(value) : value
        if (part === undefined) changes[key] = parsed
        else changes[key] = { ...((changes[key] ?? (stored as Json)[key]) as object), [part]: parsed }
      }
      return changes
    },
  }
}

type Resource<S> = {
  readonly path: string
  readonly capability: Capability
  readonly summaries: readonly [get: string, change: string]
  readonly defaults: S
  readonly json: JsonForm<S>
  /** Read-only properties of responses. */
  readonly derived?: { readonly shape: z.ZodRawShape; readonly of: (settings: S) => Json }
  /** Validates the changes as a whole. */
  readonly check?: (
    db: Db,
    changes: { sent: Json; stored: Json; user: CallRequest['user'] },
  ) => Promise<RestError | null>
}

/** A REST resource of settings with get and change. Omitted settings stay. */
export function settingsCalls<S extends object>({
  path,
  capability,
  summaries,
  defaults,
  json,
  derived,
  check,
}: Resource<S>): readonly Call<{ readonly db: Db }>[] {
  const response = z.strictObject({ ...json.shape, ...derived?.shape })
  const answerOf = (settings: S) => ({ json: { ...json.of(settings), ...derived?.of(settings) } })
  const mayChange = json.mayChange ?? {}
  return [
    defineCall({
      path,
      capability,
      response,
      summary: summaries[0],
      method: 'GET',
      // Read from the database, because this process's copy may be slightly outdated.
      handler: async ({ db }: { db: Db }) => answerOf(await loadStored(db, defaults)),
    }),
    defineCall({
      path,
      capability,
      response,
      summary: summaries[1],
      method: ['POST', 'PUT', 'PATCH'],
      action: 'edit',
      body: z.strictObject(json.shape).partial(),
      async handler({ db }: { db: Db }, { body, user }) {
        const sent = body as Json
        const forbidden = Object.keys(sent).filter((name) => !can(user, mayChange[name] ?? capability))
        if (forbidden.length > 0) return onlyOwner(forbidden)
        const stored = json.of(await loadStored(db, defaults))
        const refused = await check?.(db, { sent, stored, user })
        if (refused) return refused
        return answerOf(await updateSettings(db, defaults, (before) => json.parse(sent, before)))
      },
    }),
  ]
}

const onlyOwner = (names: readonly string[]): RestError => ({
  status: 403,
  code: 'samovar_rest_cannot_edit',
  message: `Only an administrator may change ${names.join(', ')}.`,
  data: { params: names },
})
