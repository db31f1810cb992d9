/** @typedef {{ language: string, number_of_videos: number, translated_or_original: string }} Preferencias */

const SERIES = [
  'Introducción a',
  'Curso rápido de',
  'Diez ideas sobre',
  'Errores comunes en',
  'Historia de',
  'Preguntas frecuentes de',
  'Taller práctico de',
  'Entrevistas sobre',
  'Lo mejor de',
  'Guía completa de',
];

/**
 * Un catálogo inventado: tiene diez vídeos de cualquier tema, en cada idioma, traducidos y originales.
 *
 * @param {string} query
 * @param {Preferencias} preferencias
 */
export function buscar(query, { language, number_of_videos, translated_or_original }) {
  return SERIES.slice(0, number_of_videos).map((serie) => ({
    title: `${serie} ${query}`,
    language,
    translated_or_original,
  }));
}
