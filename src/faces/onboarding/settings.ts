import { type SettingsOf, setting } from '../../things/settings/setting.ts'

/** Marks the seed's data: every id up to these, and the accounts with these addresses. */
export type DemoMark = {
  readonly lastEntry: number
  readonly lastCoupon: number
  readonly people: readonly string[]
}

export const onboardingSettings = {
  onboarding: {
    /** Whether the steps are hidden on the home screen. */
    isHidden: setting(false),
    /** Ids of steps that this shop does not need. */
    skipped: setting<readonly string[]>([]),
  },
  /** Whether a test mail has left the shop. The mail itself is deleted after a while. */
  isMailProved: setting(false),
  /** Null if the shop never had a demo, or it was removed. */
  demo: setting<DemoMark | null>(null),
}

export type OnboardingSettings = SettingsOf<typeof onboardingSettings>
