import { z } from 'zod'
import type { EntityKind, OptionControl, OptionsSchema } from './options.ts'

/** An option for the editor: part of its JSON schema. */
export type OptionJson = {
  readonly name: string
  readonly title: string
  readonly control: OptionControl
  readonly default: string | number | boolean | readonly number[]
  readonly of?: EntityKind
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

export const optionsJson = (options: OptionsSchema): OptionJson[] =>
  Object.entries(options.shape).map(
    ([option, schema]) =>
      ({ name: option, ...z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) }) as unknown as OptionJson,
  )
