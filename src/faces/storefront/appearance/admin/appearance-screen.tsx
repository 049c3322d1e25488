import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { FieldFrame, type FieldProps, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { mediaSize } from '../../../../platform/admin/fields/media-item.ts'
import { ChosenPicture } from '../../../../platform/admin/fields/media-picker.tsx'
import { SettingsScreen } from '../../../../platform/admin/form/settings-screen.tsx'
import { Tabs } from '../../../../platform/admin/list/list-controls.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { SettingGroups } from '../../../../things/settings/admin/setting-groups.tsx'
import { Highlights } from '../../settings/admin/highlights.tsx'
import { appearanceScreenSettings } from '../settings.ts'

/** A chunk of its own, but not a screen, because the frame of the back office lists every screen. */
const ThemeScreen = lazy(async () => ({ default: (await import('../../theme/admin/theme-screen.tsx')).ThemeScreen }))
const THEME = '?view=theme'

/** Settings of every page: notices, header, footer and “coming soon”, and the theme. */
export function AppearanceScreen() {
  const { search } = useLocation()
  const tabs = (
    <Tabs
      label="Appearance"
      current={search === THEME ? THEME : ''}
      tabs={[
        { key: '', label: 'Header and notices', to: paths.adminAppearance },
        { key: THEME, label: 'Colours and type', to: paths.adminAppearance + THEME },
      ]}
    />
  )
  if (search === THEME) return <Suspense>{<ThemeScreen tabs={tabs} />}</Suspense>
  return (
    <SettingsScreen
      title="Header and notices"
      href={paths.restAppearance}
      savedText="Saved. The shop now shows it."
      tabs={tabs}
    >
      <SettingGroups
        settings={appearanceScreenSettings}
        custom={{ footer_highlights: Highlights, header_background: Background }}
      />
    </SettingsScreen>
  )
}

/** The background picture; the value is the URL of its largest size. */
function Background(field: FieldProps) {
  const { value, onChange } = useFieldValue<string>(field.name)
  return (
    <FieldFrame {...field} isGroup>
      {() => (
        <ChosenPicture
          picture={value === '' ? null : { src: value, alt: '' }}
          onPick={(item) => onChange(mediaSize(item, '1536x1536').source_url)}
          onRemove={() => onChange('')}
        />
      )}
    </FieldFrame>
  )
}
