// Runs before the first paint, so that no page flashes in the wrong theme. The rule and the two names are
// those of src/lib/theme.ts; a test holds them together.
;(() => {
  let theme = 'light'
  try {
    const choice = localStorage.getItem('plumbline_theme')
    const setting = localStorage.getItem('plumbline_theme_setting')
    if (choice === null) theme = setting === 'light' ? 'light' : 'dark'
    else if (choice === 'dark') theme = 'dark'
    if (localStorage.getItem('plumbline_private') === 'yes') document.documentElement.dataset.private = ''
  } catch {
    // The choice cannot be read: light, as the rule says.
  }
  document.documentElement.dataset.theme = theme
})()
