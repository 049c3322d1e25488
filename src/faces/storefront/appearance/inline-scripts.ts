import { scriptJson } from '../../../platform/web/page.ts'
import type { AppearanceSettings } from './settings.ts'
import { STAFF_COOKIE } from './staff-cookie.ts'

const textFields = `textarea,${['text', 'search', 'email', 'tel', 'url', 'password', 'number']
  .map((type) => `input[type=${type}]`)
  .join()},input:not([type])`

/** No context menu and no dragging, except in fields with text (SITE-09). */
const protection = `['contextmenu','dragstart'].forEach(function(n){addEventListener(n,function(e){var t=e.target;t.closest&&t.closest(${scriptJson(textFields)})||e.preventDefault()},true)})`

/** Whether the page is scrolled, and how high the bars on top of it are, for the picture below the header (SITE-07). */
const headerBackground = `(function(d){function s(){d.classList.toggle('scrolled',scrollY>0)}function m(){var h=0;document.querySelectorAll('[data-top-bar]').forEach(function(b){h+=b.offsetHeight});d.style.setProperty('--top-bar-height',h+'px')}addEventListener('scroll',s,{passive:true});addEventListener('resize',m);addEventListener('DOMContentLoaded',m);s()})(document.documentElement)`

/** Has the height of the admin bar from the first paint on: the page itself is the same for everybody (SITE-12). */
export const adminBarClass = `(/(^|; )${STAFF_COOKIE}=1/.test(document.cookie)?' admin-bar':'')`

/** Scripts of the head that a cached page has for every visitor. */
export const appearanceScripts = (settings: AppearanceSettings): readonly string[] => [
  ...(settings.contentProtection ? [protection] : []),
  ...(settings.headerBackground === '' ? [] : [headerBackground]),
]
