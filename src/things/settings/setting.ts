import type { Capability } from '../../platform/access/permissions.ts'
import { shopSettingsWrite } from './capabilities.ts'

/**
 * What a setting accepts, as the API checks it and the screen offers it. Plain data and no schema of zod, because browsers
 * read it, too.
 */
export type Kind =
  | {
      readonly type: 'line'
      readonly max: number
      readonly isRequired?: boolean
      readonly pattern?: Pick<RegExp, 'test'>
      /** The error for a text that does not match the pattern, after the name of the field. */
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
  /** Its schema is given to `declaredJson`, its field to `SettingGroups`. */
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
/** A boolean as WooCommerce writes some. */
export const yesNo: KindOf<'yes' | 'no'> = { type: 'yes-no' }
/** One of these values, with their labels. */
export const oneOf = <const V extends string>(
  labels: Readonly<Record<V, string>>,
  shownAs: 'radio' | 'select' = 'radio',
): KindOf<V> => ({ type: 'option', labels, isSelect: shownAs === 'select' })
export const custom: Kind = { type: 'custom' }

type Details<Name extends string> = {
  /** Its name in the REST API, which has no other settings. */
  readonly json: Name
  readonly description?: string
  readonly mayChange?: Capability
  /** The title above its field. */
  readonly group: string
  readonly label: string
  readonly hint?: string
  readonly isWide?: boolean
  /** Attributes of its input. */
  readonly input?: { readonly type?: 'email' | 'tel'; readonly autoComplete?: string }
}

/** A setting; `J` is what the API has for it. */
export type Setting<T, Name extends string = string, J = T> = {
  readonly initial: T
  readonly kind: Kind
  readonly toJson: (value: T) => J
  readonly details: Details<Name> | null
}

/** Declares a setting: its default, and unless only code knows it, what it accepts and how API and screen show it. */
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
/** Settings by their key, which names their row; those of one row are an object. */
export type SettingsTree = { readonly [key: string]: AnySetting | { readonly [part: string]: AnySetting } }

/** The stored values of declared settings. */
export type SettingsOf<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends Setting<infer T, string, unknown> ? T : SettingsOf<Tree[Key]>
}

type Leaves<Tree> = { [Key in keyof Tree]: Tree[Key] extends AnySetting ? Tree[Key] : Leaves<Tree[Key]> }[keyof Tree]
/** Declared settings by their names in the REST API. */
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

/** A setting of the REST API, with its key and its part there. */
export type ListedSetting = {
  readonly key: string
  readonly part?: string
  readonly kind: Kind
  readonly toJson: (value: never) => unknown
} & Details<string> &
  Required<Pick<Details<string>, 'mayChange'>>

/** The settings that API and screens show, in the order of their declarations. */
export const listedSettings = (tree: SettingsTree): readonly ListedSetting[] =>
  Object.entries(tree).flatMap(([key, node]) => {
    const leaves = isSetting(node) ? [{ one: node }] : Object.entries(node).map(([part, one]) => ({ part, one }))
    return leaves.flatMap(({ one: { kind, toJson, details }, ...place }) =>
      // Editors may change what is declared so; business settings are the owner's.
      details ? [{ key, ...place, kind, toJson, mayChange: shopSettingsWrite, ...details }] : [],
    )
  })
