// Runs before the first paint, so that no page flashes in the wrong theme, and starts the downloads of the page.
// The rules and the names are those of src/lib/browser/theme.ts, src/lib/i18n and src/lib/session; tests hold them together.
;(() => {
  const root = document.documentElement
  let theme = 'light'
  let language = null
  let isSignedIn = false
  try {
    const choice = localStorage.getItem('plumbline_theme')
    const setting = localStorage.getItem('plumbline_theme_setting')
    if (choice === null) theme = setting === 'light' ? 'light' : 'dark'
    else if (choice === 'dark') theme = 'dark'
    if (localStorage.getItem('plumbline_private') === 'yes') root.dataset.private = ''
    language = localStorage.getItem('plumbline_language')
    isSignedIn = localStorage.getItem('plumbline_signed_in') !== null
  } catch {
    // The choice cannot be read: light, as the rule says.
  }
  root.dataset.theme = theme

  // In development there are no files to name.
  const files = JSON.parse(document.currentScript?.dataset.files ?? '{}')
  const isGerman = (navigator.languages ?? [])
    .find(one => /^(de|en)/i.test(one))
    ?.toLowerCase()
    .startsWith('de')
  const screen = location.pathname.split('/')[1]
  for (const file of [
    ...(files[language ?? (isGerman ? 'de' : 'en-US')] ?? []),
    ...((isSignedIn ? files.shell : files.login) ?? []),
    ...((isSignedIn && files[screen]) || []),
  ]) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
})()
