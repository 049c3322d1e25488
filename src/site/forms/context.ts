import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { FormSettings } from './settings.ts'

export type FormContext = Pick<Platform, 'db' | 'jobs' | 'log' | 'now' | 'proofCost' | 'publicUrl' | 'secret' | 'url'> &
  WithSettings<EntrySettings & FormSettings & MessageSettings & SiteSettings>
