import { scriptJson } from '../../../platform/web/page.ts'
import type { AppearanceSettings } from './settings.ts'
import { STAFF_COOKIE } from './staff-cookie.ts'

const textFields = `textarea,${['text', 'search', 'email', 'tel', 'url', 'password', 'number']
  .map((type) => `input[type=${type}]`)
  .join()},input:not([type])`

/** Disables context menu and dragging, except in text fields (SITE-09). */
const protection = `['contextmenu','dragstart'].forEach(function(n){addEventListener(n,function(e){var t=e.target;t.closest&&t.closest(${scriptJson(textFields)})||e.preventDefault()},true)})`

/** Marks scrolled pages, and measures the bars above the content for the picture below the header (SITE-07). */
const headerBackground = `(function(d){function s(){d.classList.toggle('scrolled',scrollY>0)}function m(){var h=0;document.querySelectorAll('[data-top-bar]').forEach(function(b){h+=b.offsetHeight});d.style.setProperty('--top-bar-height',h+'px')}addEventListener('scroll',s,{passive:true});addEventListener('resize',m);addEventListener('DOMContentLoaded',m);s()})(document.documentElement)`

/** Reserves the admin bar's height before the first paint, because the page is cached for everybody (SITE-12). */
export const adminBarClass = `(/(^|; )${STAFF_COOKIE}=1/.test(document.cookie)?' admin-bar':'')`

/** Inline scripts in the head of cached pages. */
export const appearanceScripts = (settings: AppearanceSettings): readonly string[] => [
  ...(settings.contentProtection ? [protection] : []),
  ...(settings.headerBackground === '' ? [] : [headerBackground]),
]
