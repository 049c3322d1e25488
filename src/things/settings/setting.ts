import type { Capability } from '../../platform/access/permissions.ts'
import { shopSettingsWrite } from './capabilities.ts'

/**
 * The values that a setting accepts, for API and screens. Plain data instead of a zod schema, because browsers load it
 * too.
 */
export type Kind =
  | {
      readonly type: 'line'
      readonly max: number
      readonly isRequired?: boolean
      readonly pattern?: Pick<RegExp, 'test'>
      /** Error if the text does not match the pattern; follows the field's name. */
      readonly error?: string
    }
  | {
      readonly type: 'integer'
      readonly min: number
      readonly max: number
      /** The stored value of 1 in the field: with 100, cents are shown as dollars. */
      readonly unit?: number
    }
  | { readonly type: 'boolean' }
  | { readonly type: 'yes-no' }
  | { readonly type: 'option'; readonly labels: Readonly<Record<string, string>>; readonly isSelect: boolean }
  /** Its schema is passed to `declaredJson`, and its field to `SettingGroups`. */
  | { readonly type: 'custom' }

type KindOf<T> = Kind & { readonly accepts?: T }
type Rules<Type extends Kind['type']> = Partial<Omit<Extract<Kind, { type: Type }>, 'type'>>

/** One line of text, without spaces around it. */
export const line = (rules: Rules<'line'> = {}): KindOf<string> => ({ type: 'line', max: 100, ...rules })
export const integer = (rules: Rules<'integer'>): KindOf<number> => ({
  type: 'integer',
  min: 0,
  max: 2_147_483_647,
  ...rules,
})
export const boolean: KindOf<boolean> = { type: 'boolean' }
/** A boolean as 'yes' or 'no', as in some WooCommerce settings. */
export const yesNo: KindOf<'yes' | 'no'> = { type: 'yes-no' }
/** One of several values with labels. */
export const oneOf = <const V extends string>(
  labels: Readonly<Record<V, string>>,
  shownAs: 'radio' | 'select' = 'radio',
): KindOf<V> => ({ type: 'option', labels, isSelect: shownAs === 'select' })
export const custom: Kind = { type: 'custom' }

type Details<Name extends string> = {
  /** Name in the REST API; settings without one are not in it. */
  readonly json: Name
  readonly description?: string
  readonly mayChange?: Capability
  /** Heading above its field. */
  readonly group: string
  readonly label: string
  readonly hint?: string
  readonly isWide?: boolean
  /** Attributes of its `<input>`. */
  readonly input?: { readonly type?: 'email' | 'tel'; readonly autoComplete?: string }
}

/** A setting; `J` is the type of its JSON in the API. */
export type Setting<T, Name extends string = string, J = T> = {
  readonly initial: T
  readonly kind: Kind
  readonly toJson: (value: T) => J
  readonly details: Details<Name> | null
}

/** Declares a setting: its default, and for settings in the API what it accepts and how API and screen show it. */
export function setting<T>(initial: T): Setting<T, never>
export function setting<T, const Name extends string>(
  initial: NoInfer<T>,
  kind: KindOf<T>,
  details: Details<Name>,
): Setting<T, Name>
export function setting<T, const Name extends string, J>(
  initial: T,
  kind: Kind,
  details: Details<Name>,
  toJson: (value: T) => J,
): Setting<T, Name, J>
export function setting<T, Name extends string>(
  initial: T,
  kind: Kind = custom,
  details: Details<Name> | null = null,
  toJson: (value: T) => unknown = (value) => value,
): Setting<T, Name, unknown> {
  return { initial, kind, toJson, details }
}

type AnySetting = {
  readonly initial: unknown
  readonly kind: Kind
  readonly toJson: (value: never) => unknown
  readonly details: Details<string> | null
}
/** Settings by key, which is the name of their database row. An object of settings shares one row. */
export type SettingsTree = { readonly [key: string]: AnySetting | { readonly [part: string]: AnySetting } }

/** Types of the stored values. */
export type SettingsOf<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends Setting<infer T, string, unknown> ? T : SettingsOf<Tree[Key]>
}

type Leaves<Tree> = { [Key in keyof Tree]: Tree[Key] extends AnySetting ? Tree[Key] : Leaves<Tree[Key]> }[keyof Tree]
/** Types of the settings in the REST API by JSON name. */
export type SettingsJson<Tree> = {
  [Leaf in Leaves<Tree> as Leaf extends Setting<infer _, infer Name, infer __> ? Name : never]: Leaf extends Setting<
    infer _,
    infer __,
    infer J
  >
    ? J
    : never
}

const isSetting = (node: object): node is AnySetting => 'initial' in node && 'toJson' in node

const defaultOf = (node: SettingsTree[string]): unknown =>
  isSetting(node) ? node.initial : Object.fromEntries(Object.entries(node).map(([part, one]) => [part, one.initial]))

export const defaultsOf = <Tree extends SettingsTree>(tree: Tree): SettingsOf<Tree> =>
  Object.fromEntries(Object.entries(tree).map(([key, node]) => [key, defaultOf(node)])) as SettingsOf<Tree>

/** A setting of the REST API, with its row `key` and the `part` within it. */
export type ListedSetting = {
  readonly key: string
  readonly part?: string
  readonly kind: Kind
  readonly toJson: (value: never) => unknown
} & Details<string> &
  Required<Pick<Details<string>, 'mayChange'>>

/** Settings in API and screens, in declaration order. */
export const listedSettings = (tree: SettingsTree): readonly ListedSetting[] =>
  Object.entries(tree).flatMap(([key, node]) => {
    const leaves = isSetting(node) ? [{ one: node }] : Object.entries(node).map(([part, one]) => ({ part, one }))
    return leaves.flatMap(({ one: { kind, toJson, details }, ...place }) =>
      // Editors may change some settings if these say so; the rest are the owner's.
      details ? [{ key, ...place, kind, toJson, mayChange: shopSettingsWrite, ...details }] : [],
    )
  })
