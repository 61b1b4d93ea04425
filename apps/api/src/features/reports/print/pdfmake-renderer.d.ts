/** The class that draws pages, which the library's types leave out. */
declare module 'pdfmake/js/Renderer.js'
