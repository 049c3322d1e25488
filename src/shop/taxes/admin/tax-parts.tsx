import { SectionTabs, Tabs } from '../../../platform/admin/list/list-controls.tsx'
import { awaited, Button, ErrorState, useRest } from '../../../platform/admin/parts.tsx'
import { resourceOf, useSend } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { TaxClassJson } from '../rest/tax-classes.ts'

export const taxes = resourceOf(['tax rate', 'tax rates'], 'Taxes', paths.restTaxes, paths.adminTaxes)

const tabs = [
  { key: 'rates', label: 'Rates', to: paths.adminTaxes },
  { key: 'rules', label: 'Rules, classes and files', to: paths.adminTaxSettings },
]

export const TaxTabs = ({ current }: { current: 'rates' | 'rules' }) => (
  <>
    {current === 'rules' && <SectionTabs />}
    <Tabs label="Taxes" tabs={tabs} current={current} />
  </>
)

export const useTaxClasses = () =>
  useRest<readonly TaxClassJson[]>([paths.restTaxClasses], paths.restTaxClasses, awaited)

/** Options of the tax class field; empty until loaded. */
export const useClassOptions = (): readonly (readonly [slug: string, name: string])[] =>
  (useTaxClasses().data ?? []).map(({ slug, name }) => [slug, name])

export type Changed = { readonly added: number; readonly deleted: number; readonly kept: number }

export const changedText = ({ added, deleted, kept }: Changed): string =>
  added + deleted === 0
    ? `Nothing to change: all ${kept} rates were there.`
    : [`${added} added`, ...(deleted > 0 ? [`${deleted} deleted`] : []), `${kept} kept.`].join(', ')

export function AddCanada() {
  const toast = useToast()
  const add = useSend((rest) => rest.send<Changed>('POST', `${paths.restTaxRates}/canada`, {}), [paths.restTaxes], {
    onSuccess: (changed) => toast.show({ text: changedText(changed) }),
  })
  return (
    <>
      <Button label="Add Canada’s rates" isBusy={add.isPending} onClick={() => add.mutate()} />
      {add.error && <ErrorState error={add.error} />}
    </>
  )
}
