import type { ComponentType } from 'react'
import { type Capability, can, type RoleOrGuest } from '../access/permissions.ts'

type Nav = {
  readonly label: string
  /** Section of the navigation; `start` has no title. Products and settings are one entry each, with tabs. */
  readonly section: 'start' | 'sell' | 'products' | 'write' | 'appearance' | 'run' | 'settings'
  /** Single key that opens the screen from anywhere. */
  readonly key?: string
  /** Shown after the label, such as a count. */
  readonly badge?: () => Promise<ComponentType>
}

/** A screen of the back office, from which guard, router, navigation, list of shortcuts and tests are derived. */
export type Screen = {
  /** Server route, from `paths`; an id is `:name{[0-9]+}`. */
  readonly path: string
  /** Required to open it. Its data is authorized by each API call. */
  readonly capability: Capability
  /** Without it, the screen is only linked from others. */
  readonly nav?: Nav
  /** Shortcuts of this screen for the list that `?` opens. The screen itself handles them. */
  readonly keys?: readonly (readonly [key: string, what: string])[]
  /** Imports the component, so that each screen is a separate chunk. */
  readonly load: () => Promise<ComponentType>
}

export const defineScreens = (capability: Capability, screens: readonly Omit<Screen, 'capability'>[]): Screen[] =>
  screens.map((screen) => ({ ...screen, capability }))

/** The path for the client-side router, which has no parameter patterns. */
export const routePattern = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '')

type NavScreen = Screen & { readonly nav: Nav }

/** The screen of the navigation that an address belongs to: itself, or the nearest above it. All lie below the home screen. */
export function navScreenAt(screens: readonly Screen[], pathname: string): NavScreen | undefined {
  const above = screens.filter(
    (screen): screen is NavScreen =>
      screen.nav !== undefined &&
      (screen.nav.section === 'start' ? screen.path === pathname : pathname.startsWith(screen.path)),
  )
  return above.toSorted((one, other) => other.path.length - one.path.length)[0]
}

export const screensOf = (
  screens: readonly Screen[],
  section: Nav['section'],
  user: { readonly role: RoleOrGuest },
): NavScreen[] =>
  screens.filter((screen): screen is NavScreen => screen.nav?.section === section && can(user, screen.capability))
