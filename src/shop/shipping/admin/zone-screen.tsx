import { useParams } from 'react-router'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { ScreenHeader } from '../../../platform/admin/parts.tsx'
import type { ZoneJson } from '../rest/zones.ts'
import { PlacesField } from './places-field.tsx'
import { ZoneMethods } from './zone-methods.tsx'
import { zones } from './zone-rows.tsx'

type Locations = ZoneJson['samovar']['locations']
type Values = { name: string; places: Locations; postcodes: string }

const { Field, TextArea } = formFields<Values>()

const toValues = ({ name, samovar: { locations } }: ZoneJson): Values => ({
  name,
  places: locations.filter(({ type }) => type !== 'postcode'),
  postcodes: locations.flatMap(({ type, code }) => (type === 'postcode' ? code : [])).join('\n'),
})

const toBody = ({ name, places, postcodes }: Values) => {
  const codes = postcodes.split(/[\n,;]+/).map((code) => code.trim())
  const rules = codes.flatMap((code) => (code === '' ? [] : { type: 'postcode', code }))
  return { name, samovar: { locations: [...places.map(({ type, code }) => ({ type, code })), ...rules] } }
}

export function ZoneScreen() {
  const { zone } = useParams()
  if (zone === '0')
    return (
      <>
        <ScreenHeader title="Everywhere else" backLink={{ to: zones.screen, label: zones.title }} />
        <p className={form.soft}>These methods are offered to addresses outside all other zones.</p>
        <ZoneMethods zone={0} />
      </>
    )
  return (
    <FormScreen<ZoneJson, Values>
      resource={zones}
      context="edit"
      titleOf={({ name }) => name}
      empty={{ name: '', places: [], postcodes: '' }}
      toValues={toValues}
      toBody={toBody}
      savedText="Saved. Carts use it from now on."
      deletion="Its methods are deleted with it. Past orders keep their shipping method."
      below={({ id }) => <ZoneMethods zone={id} />}
    >
      <FieldGroup title="Zone">
        <Field
          name="name"
          label="Name"
          hint="Only staff see it. Leave it empty to name the zone after its places."
          maxLength={200}
        />
        <PlacesField
          name="places"
          label="Countries, provinces and continents"
          hint="Leave it empty for everywhere."
          isWide
        />
        <TextArea
          name="postcodes"
          label="Only these postal codes"
          hint="One per line: H2X 1Y4, a wildcard such as V8*, or a range such as B4A 1A1...B4A 9Z9. Leave it empty for all."
          rows={4}
        />
      </FieldGroup>
    </FormScreen>
  )
}
