/** The icons, drawn on a 16 by 16 grid with a stroke of 1.5 in the text colour. */
export const icons = {
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  eye: (
    <>
      <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
      <circle cx="8" cy="8" r="2" />
    </>
  ),
  'eye-off': (
    <path d="M3 3l10 10M6.2 4c.6-.3 1.2-.4 1.8-.4 4 0 6.5 4.4 6.5 4.4a11 11 0 0 1-1.7 2.2M4.4 5A10.5 10.5 0 0 0 1.5 8S4 12.5 8 12.5c.9 0 1.7-.2 2.4-.5" />
  ),
  bell: <path d="M4 7a4 4 0 0 1 8 0c0 3 1.2 4 1.2 4H2.8S4 10 4 7ZM6.7 13.5a1.5 1.5 0 0 0 2.6 0" />,
  document: <path d="M4 1.5h5.5L12.5 4.5v10H4zM9.5 1.5v3h3M6 8h4.5M6 11h4.5" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1" />
    </>
  ),
  moon: <path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z" />,
  'chevron-down': <path d="m4 6 4 4 4-4" />,
  'chevron-right': <path d="m6 4 4 4-4 4" />,
  'chevron-left': <path d="m10 4-4 4 4 4" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  plus: <path d="M8 3v10M3 8h10" />,
  download: <path d="M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11" />,
  columns: (
    <>
      <rect x="2" y="2.5" width="12" height="11" rx="1.5" />
      <path d="M6 2.5v11M10 2.5v11" />
    </>
  ),
  filter: <path d="M2 4h12M4.5 8h7M6.5 12h3" />,
  check: <path d="m3.5 8.5 3 3 6-7" />,
  alert: <path d="M8 2 14.5 13.5h-13ZM8 6.5v3M8 11.5v.01" />,
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.3v3.5M8 5.2v.01" />
    </>
  ),
  dots: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />,
  external: <path d="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5" />,
  edit: <path d="m10.5 3 2.5 2.5L6 12.5l-3 .5.5-3Z" />,
  trash: <path d="M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9" />,
  drag: <path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" strokeWidth="2" />,
  link: (
    <path d="M7 9a2.5 2.5 0 0 0 3.5 0l2-2A2.5 2.5 0 0 0 9 3.5l-.8.8M9 7a2.5 2.5 0 0 0-3.5 0l-2 2A2.5 2.5 0 0 0 7 12.5l.8-.8" />
  ),
  calendar: (
    <>
      <rect x="2" y="3" width="12" height="11" rx="1.5" />
      <path d="M2 6.5h12M5 1.5v3M11 1.5v3" />
    </>
  ),
  shield: <path d="M8 1.5 13.5 3.5v4c0 3.5-2.3 5.8-5.5 7-3.2-1.2-5.5-3.5-5.5-7v-4Z" />,
  key: (
    <>
      <circle cx="5" cy="11" r="2.5" />
      <path d="m7 9 6-6M11 5l2 2" />
    </>
  ),
  copy: (
    <>
      <rect x="5" y="5" width="9" height="9" rx="1.5" />
      <path d="M11 5V2.5H2.5V11H5" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5.5" r="2.8" />
      <path d="M2.5 14c.6-3 2.8-4.2 5.5-4.2s4.9 1.2 5.5 4.2" />
    </>
  ),
  home: <path d="M2.5 7 8 2.5 13.5 7v6.5h-11ZM6.5 13.5v-4h3v4" />,
  list: <path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />,
  swap: <path d="M3 5.5h9.5M10 3l2.5 2.5L10 8M13 10.5H3.5M6 8l-2.5 2.5L6 13" />,
  star: <path d="m8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5Z" />,
  menu: <path d="M2.5 5h11M2.5 8h11M2.5 11h11" />,
  offline: (
    <path d="M1.5 6a9.5 9.5 0 0 1 13 0M4 8.7a6 6 0 0 1 8 0M6.3 11.3a2.7 2.7 0 0 1 3.4 0M8 13.5v.01M2 2l12 12" />
  ),
  plug: <path d="M5.5 1.5v4M10.5 1.5v4M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0ZM8 12.5v2" />,
  minus: <path d="M3.5 8h9" />,
  up: <path d="M8 13V3M4 7l4-4 4 4" />,
  down: <path d="M8 3v10M4 9l4 4 4-4" />,
  calculator: (
    <>
      <rect x="3" y="1.5" width="10" height="13" rx="1.5" />
      <path d="M5.5 4.5h5M5.5 8h.01M8 8h.01M10.5 8h.01M5.5 11h.01M8 11h.01M10.5 11h.01" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.5 1.5" />
    </>
  ),
  mail: (
    <>
      <rect x="2" y="3.5" width="12" height="9" rx="1.5" />
      <path d="m2.5 4.5 5.5 4.5 5.5-4.5" />
    </>
  ),
  layers: <path d="m8 2 6 3-6 3-6-3ZM2.5 8.2 8 11l5.5-2.8M2.5 11.2 8 14l5.5-2.8" />,
  tiles: <path d="M2.5 2.5h6.5v11H2.5ZM9 2.5h4.5V8H9ZM9 8h4.5v5.5H9Z" />,
  undo: <path d="M6 2.5 2.5 6 6 9.5M2.5 6H9.5a3.7 3.7 0 0 1 0 7.4H6.5" />,
  play: <path d="M5 3.2v9.6l7.5-4.8Z" />,
  users: (
    <>
      <circle cx="6" cy="5.5" r="2.5" />
      <path d="M1.5 13.5c.5-2.7 2.3-3.7 4.5-3.7s4 1 4.5 3.7M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 10.2c1.5.5 2.3 1.6 2.6 3.3" />
    </>
  ),
  logout: <path d="M6 2.5H3v11h3M7 8h7M11 5l3 3-3 3" />,
}

export type IconName = keyof typeof icons
