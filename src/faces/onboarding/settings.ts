import { type SettingsOf, setting } from '../../things/settings/setting.ts'

/** What the seed wrote into an empty shop: everything up to these ids, and accounts with these addresses. */
export type DemoMark = {
  readonly lastEntry: number
  readonly lastCoupon: number
  readonly people: readonly string[]
}

export const onboardingSettings = {
  onboarding: {
    /** Not shown on the home screen any more. */
    isHidden: setting(false),
    /** Ids of steps that this shop does not need. */
    skipped: setting<readonly string[]>([]),
  },
  /** Null: no demo, or it was removed. */
  demo: setting<DemoMark | null>(null),
}

export type OnboardingSettings = SettingsOf<typeof onboardingSettings>
