import { renderToStaticMarkup } from 'react-dom/server'
import { HoneypotField } from '../../people/abuse/honeypot.tsx'
import { additionalSettings } from './contact-form.ts'
import { formHtml } from './form-html.ts'
import { errorIdOf, statusOf } from './form-names.ts'
import { templateOf } from './form-tag.ts'
import { type ControlProps, type FormView, fieldErrorOf } from './kinds/field-kind.tsx'
import { kindOf } from './kinds/kinds.ts'
import { Response } from './kinds/other-kinds.tsx'
import { FORM_HONEYPOT } from './posted-form.ts'

/** Plugin version that markup and calls correspond to (contact-form-7.md). */
const FORM_VERSION = '6.1.6'

/** HTML of a form, with the names that scripts and styles rely on (contact-form-7.md §3). */
export function renderForm(view: FormView): string {
  const { form, path, result, unitTag, attributes } = view
  const { parts, tags } = templateOf(form)
  const settings = additionalSettings(form)
  const status = statusOf(result?.status ?? 'init')
  const hasFile = tags.some(({ basetype }) => basetype === 'file')
  const classes = [
    'wpcf7-form',
    status,
    settings.isOn('demo_mode') && 'demo',
    settings.isOn('acceptance_as_validation') && 'wpcf7-acceptance-as-validation',
    attributes?.get('html_class')?.replaceAll(/[^\w -]/g, ''),
  ]
  const content = [
    renderToStaticMarkup(<HiddenFields view={view} />),
    renderToStaticMarkup(<HoneypotField name={FORM_HONEYPOT} />),
    formHtml(parts, (tag) => renderToStaticMarkup(<Tag tag={tag} view={view} />)),
    tags.some(({ basetype }) => basetype === 'response') ? '' : renderToStaticMarkup(<Response view={view} />),
  ]
  return renderToStaticMarkup(
    <div className="wpcf7 no-js" id={unitTag} lang={form.locale.replace('_', '-')} dir="ltr" data-wpcf7-id={form.id}>
      <ReaderPart view={view} />
      <form
        action={`${path}#${unitTag}`}
        method="post"
        id={attributes?.get('html_id')}
        name={attributes?.get('html_name')}
        className={classes.filter(Boolean).join(' ')}
        aria-label={attributes?.get('html_title') ?? form.title}
        encType={hasFile ? 'multipart/form-data' : undefined}
        noValidate
        data-status={status}
        dangerouslySetInnerHTML={{ __html: content.join('') }}
      />
    </div>,
  )
}

function HiddenFields({ view: { form, unitTag, containerPost, nonce } }: { view: FormView }) {
  const fields: Readonly<Record<string, string | number>> = {
    _wpcf7: form.id,
    _wpcf7_version: FORM_VERSION,
    _wpcf7_locale: form.locale,
    _wpcf7_unit_tag: unitTag,
    _wpcf7_container_post: containerPost,
    _wpcf7_posted_data_hash: '',
    ...(nonce === undefined ? {} : { _wpnonce: nonce }),
  }
  return (
    <fieldset className="hidden-fields-container" hidden>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </fieldset>
  )
}

/** For screen readers: the message, and each error by field. */
function ReaderPart({ view: { result, unitTag } }: { view: FormView }) {
  return (
    <div className="screen-reader-response screen-reader-text">
      <p role="status" aria-live="polite" aria-atomic="true">
        {result?.message}
      </p>
      <ul>
        {result?.errors.map(({ field, error }) => (
          <li key={field} id={errorIdOf(unitTag, field)}>
            {error}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A control, with its error message unless it can have none. */
function Tag({ tag, view }: ControlProps) {
  const { Control, isBare } = kindOf(tag.basetype)
  const control = <Control tag={tag} view={view} />
  if (isBare) return control
  const error = fieldErrorOf(view, tag.name)
  return (
    <span className="wpcf7-form-control-wrap" data-name={tag.name}>
      {control}
      {error !== undefined && (
        <span className="wpcf7-not-valid-tip" aria-hidden="true">
          {error}
        </span>
      )}
    </span>
  )
}
