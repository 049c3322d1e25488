import { FieldFrame, type FieldProps, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { mediaSize } from '../../../../platform/admin/fields/media-item.ts'
import { ChosenPicture } from '../../../../platform/admin/fields/media-picker.tsx'
import { SettingsScreen } from '../../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { SettingGroups } from '../../../../things/settings/admin/setting-groups.tsx'
import { Highlights } from '../../settings/admin/highlights.tsx'
import { appearanceScreenSettings } from '../settings.ts'

/** What concerns every page: notices, header, footer, and a shop that is not open yet. */
export const AppearanceScreen = () => (
  <SettingsScreen
    title="Header and notices"
    href={paths.restAppearance}
    savedText="Saved. The shop now shows it."
    hasTabs={false}
  >
    <SettingGroups
      settings={appearanceScreenSettings}
      custom={{ footer_highlights: Highlights, header_background: Background }}
    />
  </SettingsScreen>
)

/** The widest size of a picture of the library, by its address. */
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
