-- Programs pull prompts by the names of project and prompt.
CREATE INDEX projects_name ON projects (user_id, name) WHERE deleted_at IS NULL;
CREATE INDEX prompts_title ON prompts (user_id, project_id, title) WHERE deleted_at IS NULL;
