-- Where a person moved a project to in their own order; NULL where it stands at its creation.
ALTER TABLE projects ADD COLUMN position TEXT;
